// Phones, e-mail addresses and identity cards as people may see them who may not have them whole.

/** 138****0000 */
export function maskPhone(phone: string): string {
  return phone.length < 7 ? '****' : `${phone.slice(0, -8)}****${phone.slice(-4)}`
}

/** z***@example.com */
export function maskEmail(email: string): string {
  const at = email.indexOf('@')
  return at < 1 ? '****' : `${email.slice(0, 1)}***${email.slice(at)}`
}

/** 110***********0012 */
export function maskIdCard(number: string): string {
  return number.length < 8 ? '****' : `${number.slice(0, 3)}${'*'.repeat(11)}${number.slice(-4)}`
}

// Each part is tried at the beginning of a run alone, so that no text makes the search slow. Ids hold runs of digits that look like phones and are let
// through as they are.
const idText = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const emailText = String.raw`(?<![\w.%+-])[\w.%+-]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?`
const cardText = String.raw`(?<!\d)[1-9]\d{16}[\dx](?![\da-z])`
const phoneText = String.raw`(?<!\d)0?1[3-9]\d[ -]?\d{4}[ -]?\d{4}(?!\d)`
const contacts = new RegExp(`(${idText})|(${emailText})|(${cardText})|(?:${phoneText})`, 'gi')
const onlyContact = new RegExp(`^(?:${emailText}|${phoneText})$`, 'i')

/** The text with every phone, e-mail address and identity card in it masked. */
export function maskContacts(text: string): string {
  return text.replace(contacts, (found: string, id?: string, email?: string, card?: string) => {
    if (id !== undefined) return found
    if (email !== undefined) return maskEmail(found)
    return card === undefined ? maskPhone(found.replace(/[ -]/g, '')) : maskIdCard(found)
  })
}

/** Is the text nothing but a phone or an address? Many accounts are. */
export function isContact(text: string): boolean {
  return onlyContact.test(text)
}

/** The same for every text in a value of JSON, however deep. */
export function maskContactsIn(value: unknown): unknown {
  if (typeof value === 'string') return maskContacts(value)
  if (Array.isArray(value)) return value.map(maskContactsIn)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskContactsIn(item)]))
}
