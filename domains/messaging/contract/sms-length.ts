/** An SMS of Chinese text holds 70 characters; a longer one is sent in parts of 67, because each part carries how they belong together. */
export const smsAlone = 70
export const smsPerPart = 67

export interface SmsLength {
  /** As suppliers count: units of UTF-16, so 𬭚 and emoji are two; the signature with its brackets is counted. */
  readonly characters: number
  /** How many messages are paid for. */
  readonly parts: number
}

export function smsLengthOf(text: string): SmsLength {
  const characters = text.length
  if (characters === 0) return { characters, parts: 0 }
  return { characters, parts: characters <= smsAlone ? 1 : Math.ceil(characters / smsPerPart) }
}
