import { maskContacts, maskEmail, maskPhone } from '@kaopei/contract'
import { messageChannel } from '../../contract/outbox.ts'
import { isMessageKey, messageSpecOf } from '../../contract/template-catalogue.ts'

interface Message {
  readonly templateKey: string | null
  readonly variables: Readonly<Record<string, string>> | null
  readonly body: string
}

/** The values in a message that open something for whoever has them: codes, and links that are used once. */
export function secretsOf({ templateKey, variables, body }: Message): readonly string[] {
  if (!variables || templateKey === null || !isMessageKey(templateKey)) return body.match(/\d{6}/g) ?? []
  const secret = Object.entries(messageSpecOf(templateKey).variables).filter(([, { isSecret }]) => isSecret)
  return secret.flatMap(([name]) => variables[name] || [])
}

export function maskAddress(channel: number, address: string): string {
  return channel === messageChannel.sms ? maskPhone(address) : maskEmail(address)
}

/** What somebody has said of a message, without what it holds: servers like to repeat the address or the words that they refuse. */
export function withoutSecrets(said: string, message: Message & { readonly channel: number; readonly address: string }): string {
  const { channel, address } = message
  const hidden = secretsOf(message).reduce((text, secret) => text.replaceAll(secret, '******'), said)
  return maskContacts(hidden.replaceAll(address, maskAddress(channel, address)))
}
