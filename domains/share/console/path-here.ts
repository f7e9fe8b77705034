import { ownPathOf } from '../contract/own-path.ts'

/** The path of a page of this very site; any other text as it is, for the server to refuse. */
export function pathHere(address: string): string {
  const { origin } = window.location
  return address.startsWith(`${origin}/`) ? (ownPathOf(address, origin) ?? address) : address
}
