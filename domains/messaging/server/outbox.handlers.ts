import { protocolErrors } from '@kaopei/contract'
import { maskEmail, maskPhone } from '@kaopei/identity/contract/contact'
import { type Implemented, implement } from '@kaopei/server'
import { messageChannel, messageState, messagingErrors, outbox } from '../contract/outbox.ts'
import { hasMessage, pageOfMessages, reopenMessage, type StoredMessage } from './outbox.sql.ts'
import { enqueueDelivery } from './send-message.ts'

export const outboxEndpoints: readonly Implemented[] = implement(outbox, {
  list: async (filter, { actor, db }) => {
    const page = await pageOfMessages(db, actor.companyId, filter)
    return { ...page, dataList: page.dataList.map(forReaders) }
  },
  resend: async ({ id }, { actor, db, fail, record }) => {
    if (!(await reopenMessage(db, actor.companyId, id))) {
      return fail((await hasMessage(db, actor.companyId, id)) ? messagingErrors.notResendable : protocolErrors.notFound)
    }
    await enqueueDelivery(db, actor.companyId, id)
    record({ targetId: id })
  },
})

/** A code that reached its receiver is theirs alone. One that only the outbox has is read here: that is what the page is for. */
function forReaders({ channel, state, address, body, ...message }: StoredMessage) {
  return {
    ...message,
    channel,
    state,
    address: channel === messageChannel.sms ? maskPhone(address) : maskEmail(address),
    body: state === messageState.kept ? body : body.replace(/\d{6}/g, '******'),
  }
}
