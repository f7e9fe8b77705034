import { isIPv6 } from 'node:net'

/**
 * What limits count as one caller: an IPv4 address; of IPv6 the /64, since a single line has that many addresses to itself. IPv4 written as IPv6
 * counts as IPv4.
 */
export function networkOf(given: string): string {
  const ip = withoutPort(given)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = ip.replace(/%.*$/, '').toLowerCase().split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const groups = ip.includes('::')
    ? [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back]
    : front
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Some proxies name the port too, which is another one for each connection. */
function withoutPort(given: string): string {
  return /^([\d.]+):\d+$/.exec(given)?.[1] ?? /^\[([^\]]+)\](?::\d+)?$/.exec(given)?.[1] ?? given
}
