"""Which addresses count as one client, wherever somebody is counted. Counts nothing itself."""

import ipaddress

_HOME_PREFIX = 64  # what one IPv6 customer is given at least: its addresses count as one


def household(address: str) -> str:
    """What is counted as one client: an IPv4 address, or the network of an IPv6 address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, _HOME_PREFIX), strict=False))
