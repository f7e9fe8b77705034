import { maskContacts, protocolErrors } from '@kaopei/contract'
import { type Implemented, implement, looksUpContact } from '@kaopei/server'
import { messageState, messagingErrors, outbox } from '../contract/outbox.ts'
import { hasMessage, pageOfMessages, type ReopenedMessage, reopenMessages, type StoredMessage } from './outbox.sql.ts'
import { plainTextOf } from './rules/render-template.ts'
import { maskAddress, secretsOf, withoutSecrets } from './rules/secrets-of.ts'
import { enqueueDelivery } from './send-message.ts'

export const outboxEndpoints: readonly Implemented[] = implement(outbox, {
  list: async (filter, context) => {
    const { actor, db } = context
    // A whole address finds its messages; tried one after the other they would tell what a mask hides.
    await looksUpContact(context, filter.keyWords)
    const page = await pageOfMessages(db, filter)
    return { ...page, dataList: page.dataList.map((stored) => forReaders(stored, actor.isAdmin)) }
  },
  resend: async ({ id }, { db, fail, record }) => {
    const [reopened] = await reopenMessages(db, [id], messageState.failed)
    if (!reopened) {
      return fail((await hasMessage(db, id)) ? messagingErrors.notResendable : protocolErrors.notFound)
    }
    await enqueueDelivery(db, reopened)
    record(loggedResend(reopened))
  },
  resends: async ({ ids }, { db, record }) => {
    const reopened = await reopenMessages(db, ids, messageState.failed)
    for (const message of reopened) {
      await enqueueDelivery(db, message)
      record(loggedResend(message))
    }
    return { count: reopened.length }
  },
})

/** Who decided that what failed goes out once more, and what that was: not its words, which may hold a code. */
function loggedResend({ id, channel, address, subject }: ReopenedMessage) {
  return {
    targetId: id,
    targetName: [maskAddress(channel, address), subject].filter(Boolean).join(' '),
    before: { state: messageState.label(messageState.failed) },
    after: { state: messageState.label(messageState.waiting) },
  }
}

/**
 * Contacts are masked wherever they stand, also in what was said to somebody about somebody. A code that reached its receiver is theirs alone.
 * One that only the outbox has is read here by administrators, for whom nothing is gained by it; whoever else reads the outbox could log in as
 * somebody stronger with it.
 */
function forReaders(stored: StoredMessage, isAdmin: boolean) {
  const { channel, state, address, isHtml, variables: _variables, templateKey: _key, lastError, ...message } = stored
  const body = isHtml ? plainTextOf(stored.body) : stored.body
  const shown = maskAddress(channel, address)
  return {
    ...message,
    channel,
    state,
    address: shown,
    subject: maskContacts(message.subject),
    lastError: lastError === null ? null : withoutSecrets(lastError, stored),
    body: maskContacts(
      state === messageState.kept && isAdmin
        ? body
        : secretsOf(stored).reduce((text, secret) => text.replaceAll(secret, '******'), body),
    ),
  }
}
