import { everyChannel, messageWanted } from '@kaopei/identity/server'
import { implement, listener, type Module } from '@kaopei/server'
import { messageChannel } from '../contract/outbox.ts'
import { supplier } from '../contract/supplier.ts'
import { messageKeys } from '../contract/template-catalogue.ts'
import { outboxDriver } from './message-driver.ts'
import { outboxEndpoints } from './outbox.handlers.ts'
import { releaseSweep, stuckSweep } from './release.sweep.ts'
import { reviewTemplateEndpoints } from './review-template.handlers.ts'
import { type Drivers, deliverJob } from './send-message.ts'
import { sendTemplate } from './send-template.ts'
import { templateEndpoints } from './template.handlers.ts'

export { channelsOf, mayLeave } from './channels.ts'
export { DeliveryFailure, type MessageDriver, type OutgoingMessage, outboxDriver } from './message-driver.ts'
export type { WantedMessage } from './outbox.sql.ts'
export { preparedChannels } from './prepared-channels.ts'
export { type Drivers, sendMessage } from './send-message.ts'
export {
  type Deployment,
  hasOwnWords,
  prepareTemplate,
  previewTemplate,
  type Receiver,
  sendTemplate,
  type WantedTemplate,
  type WhichTemplate,
} from './send-template.ts'
export { smsDriver } from './sms/sms-driver.ts'
export { isSafeEndpoint, type SmsSettings, smsSettings } from './sms/sms-settings.ts'
export { smtpDriver } from './smtp-driver.ts'
export { selectTemplateIds } from './template.sql.ts'

/** Codes for logins and contacts, which the room below cannot send itself. */
const sendCode = listener({
  name: 'messaging.sendCode',
  event: messageWanted,
  run: async ({ channel, address, dedupeKey, ...variables }, { companyId, services, transaction }) => {
    await transaction((db) =>
      sendTemplate(db, services, { companyId, channel, key: 'verifyCode', address, variables, dedupeKey }),
    )
  },
})

/** Without drivers messages stay in the outbox. */
export function messagingModule({ mail = outboxDriver, sms = outboxDriver }: Partial<Drivers> = {}): Module {
  const supplierEndpoints = implement(supplier, {
    state: async (_input, { db, services: { channels = everyChannel } }) => {
      const channelsFor = await channels.of(db)
      return {
        sms: channels.carried.includes(messageChannel.sms),
        mail: channels.carried.includes(messageChannel.mail),
        smsMessages: messageKeys.filter((key) => channelsFor(key).includes(messageChannel.sms)),
      }
    },
  })
  const endpoints = [...outboxEndpoints, ...templateEndpoints, ...reviewTemplateEndpoints, ...supplierEndpoints]
  return { endpoints, jobs: [deliverJob({ mail, sms })], listeners: [sendCode], sweeps: [releaseSweep, stuckSweep] }
}
