import ipaddr from 'ipaddr.js'

/**
 * What limits count as one caller: an IPv4 address; of IPv6 the /64, since a single line has that many addresses to itself. IPv4 written as IPv6
 * counts as IPv4.
 */
export function networkOf(given: string): string {
  const ip = withoutPort(given)
  if (!ipaddr.IPv6.isValid(ip)) return ip
  const address = ipaddr.IPv6.parse(ip)
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const line = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${line.join(':')}::/64`
}

/** Some proxies name the port too, which is another one for each connection. */
function withoutPort(given: string): string {
  return /^([\d.]+):\d+$/.exec(given)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(given)?.[1] ?? given
}
