import { messageWanted } from '@kaopei/identity/server'
import { implement, listener, type Module } from '@kaopei/server'
import { supplier } from '../contract/supplier.ts'
import { logDriver } from './message-driver.ts'
import { outboxEndpoints } from './outbox.handlers.ts'
import { releaseSweep, stuckSweep } from './release.sweep.ts'
import { reviewTemplateEndpoints } from './review-template.handlers.ts'
import { type Drivers, deliverJob } from './send-message.ts'
import { sendTemplate } from './send-template.ts'
import { templateEndpoints } from './template.handlers.ts'

export { DeliveryFailure, logDriver, type MessageDriver, type OutgoingMessage } from './message-driver.ts'
export type { WantedMessage } from './outbox.sql.ts'
export { type Drivers, sendMessage } from './send-message.ts'
export {
  type Deployment,
  prepareTemplate,
  previewTemplate,
  type Receiver,
  sendTemplate,
  type WantedTemplate,
  type WhichTemplate,
} from './send-template.ts'
export { smtpDriver } from './smtp-driver.ts'

/** Codes for logins and contacts, which the room below cannot send itself. */
const sendCode = listener({
  event: messageWanted,
  run: async ({ channel, address, dedupeKey, ...variables }, { companyId, services, transaction }) => {
    await transaction((db) =>
      sendTemplate(db, services, { companyId, channel, key: 'verifyCode', address, variables, dedupeKey }),
    )
  },
})

/** Without drivers messages stay in the outbox and the log. */
export function messagingModule({ mail = logDriver, sms = logDriver }: Partial<Drivers> = {}): Module {
  const carried = { sms: sms !== logDriver, mail: mail !== logDriver }
  const supplierEndpoints = implement(supplier, { state: async () => carried })
  const endpoints = [...outboxEndpoints, ...templateEndpoints, ...reviewTemplateEndpoints, ...supplierEndpoints]
  return { endpoints, jobs: [deliverJob({ mail, sms })], listeners: [sendCode], sweeps: [releaseSweep, stuckSweep] }
}
