import { type Channel, type Channels, everyChannel } from '@kaopei/identity/server'
import type { Db, Services } from '@kaopei/server'
import { messageChannel } from '../contract/outbox.ts'
import type { MessageKey } from '../contract/template-catalogue.ts'
import type { Drivers } from './send-message.ts'
import { type WhichTemplate, wordsOf } from './send-template.ts'
import { findTemplateToSend, keysWithSupplierTemplate } from './template.sql.ts'

/**
 * The channels by which messages leave the house: those that somebody carries. A supplier that sends approved templates alone carries the
 * messages that the installation or the company has named one for.
 */
export function channelsOf({ mail, sms }: Partial<Drivers>): Channels {
  const ofMail: readonly Channel[] = mail ? [messageChannel.mail] : []
  const both: readonly Channel[] = sms ? [messageChannel.sms, ...ofMail] : ofMail
  return {
    carried: both,
    of: async (db) => {
      const templates = sms?.templates
      if (!templates) return () => both
      const own = await keysWithSupplierTemplate(db)
      return (message, supplierTemplate) => (supplierTemplate || templates.has(message) || own.has(message) ? both : ofMail)
    },
  }
}

/** Would a message in the words of this template leave the house? For whoever lets people choose one. */
export async function mayLeave<K extends MessageKey>(
  db: Db,
  { channels = everyChannel }: Services,
  { channel, key, templateId = null }: WhichTemplate<K>,
): Promise<boolean> {
  const channelsFor = await channels.of(db)
  const { providerTemplateId } = wordsOf(key, channel, await findTemplateToSend(db, { channel, key, templateId }))
  return channelsFor(key, providerTemplateId).includes(channel)
}
