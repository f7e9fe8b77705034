import type { Db, Services } from '@kaopei/server'
import { messageChannel } from '../contract/outbox.ts'
import type { MessageKey } from '../contract/template-catalogue.ts'
import { mayLeave } from './channels.ts'
import { type Deployment, hasOwnWords, prepareTemplate, type Receiver } from './send-template.ts'

type Send<K extends MessageKey> = ((receiver: Receiver<K>) => Promise<void>) | undefined

/**
 * A message to many people, by the ways that it leaves the house now; undefined where it does not. Text messages cost money: they say what the company
 * has written for them, or nothing is sent.
 */
export async function preparedChannels<K extends MessageKey>(
  db: Db,
  services: Services & Deployment,
  key: K,
): Promise<{ readonly mail: Send<K>; readonly sms: Send<K> }> {
  const prepared = async (channel: 1 | 2) => {
    const which = { companyId: db.companyId, channel, key } as const
    return (await mayLeave(db, services, which)) ? prepareTemplate(db, services, which) : undefined
  }
  const { sms, mail } = messageChannel
  return {
    mail: await prepared(mail),
    sms: (await hasOwnWords(db, { channel: sms, key })) ? await prepared(sms) : undefined,
  }
}
