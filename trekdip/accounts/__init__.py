"""Who people are to the site: the account, nothing about games."""
