/** Whether an address lies in ranges; one of the other version of the protocol says nothing. */
import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.process>

export function addressOf(text: string | null): Address | undefined {
  return text !== null && ipaddr.isValid(text) ? ipaddr.process(text) : undefined
}

/** Undefined: no range of this version is given, or it is no address. */
export function isWithin(text: string | null, ranges: readonly string[]): boolean | undefined {
  const address = addressOf(text)
  if (!address) return undefined
  const [known] = [ranges.map(rangeOf).filter(([first]) => first.kind() === address.kind())]
  return known.length === 0 ? undefined : known.some((range) => address.match(range))
}

/** A single address is a range of itself. */
function rangeOf(text: string): [Address, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
