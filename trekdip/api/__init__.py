"""The site for programs: versioned JSON under `/api/v1/`, tokens for seats, a stream of phases."""
