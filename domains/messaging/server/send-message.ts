import { cut } from '@kaopei/contract'
import { type Db, enqueue, type Job, job } from '@kaopei/server'
import { z } from 'zod'
import { messageChannel, messageState } from '../contract/outbox.ts'
import { isMessageKey, messageSpecOf } from '../contract/template-catalogue.ts'
import { type AfterFailure, DeliveryFailure, deliveryLimitMs, type MessageDriver } from './message-driver.ts'
import {
  type ClaimedMessage,
  claimMessage,
  type Ending,
  findTurn,
  giveUp,
  insertMessage,
  putOff,
  settleMessage,
  type WantedMessage,
} from './outbox.sql.ts'
import { fateOf, pauseAfter } from './rules/fate.ts'
import { withoutSecrets } from './rules/secrets-of.ts'

const deliverName = 'messaging.deliver'
const deliverPayload = z.object({ id: z.uuid() })

/** Puts a message on its way in the running transaction: it is sent if, and only if, the transaction commits, and never twice. */
export async function sendMessage(db: Db, message: WantedMessage): Promise<void> {
  const id = await insertMessage(db, message)
  if (id !== undefined) await enqueueDelivery(db, { id, templateKey: message.templateKey ?? null })
}

/** With pauses that grow from seconds to hours: a mail server may be down for the better part of a day. */
const mostTries = 12
/** Within minutes: a code that comes later proves nothing any more. */
const mostTriesOfCodes = 6

export async function enqueueDelivery(
  db: Db,
  { id, templateKey }: { id: string; templateKey: string | null },
  runAt?: Date,
): Promise<void> {
  const isShortLived = templateKey !== null && isMessageKey(templateKey) && messageSpecOf(templateKey).isShortLived
  const options = { key: id, maxAttempts: isShortLived ? mostTriesOfCodes : mostTries, ...(runAt && { runAt }) }
  await enqueue(db, { name: deliverName, payload: deliverPayload, run: async () => undefined }, db.companyId, { id }, options)
}

export interface Drivers {
  readonly mail: MessageDriver
  readonly sms: MessageDriver
}

const interrupted = '发送中断，不能确定是否已送达；确认未收到后可重新发送'
/** A driver ends within its limit; whoever has not said a word long after it has died. */
const leaseSeconds = deliveryLimitMs / 1000 + 60

/**
 * At most once: the taking is committed before the message leaves. A worker that dies in between leaves the message taken, and whoever comes
 * after its time does not send it again but asks people, because nobody can know whether it was taken.
 */
export function deliverJob(drivers: Drivers): Job<typeof deliverPayload> {
  return job({
    name: deliverName,
    payload: deliverPayload,
    run: async ({ id }, { attempt, isLastAttempt, log, transaction }) => {
      const message = await transaction((db) => takeMessage(db, id))
      if (!message) return
      const settle = (ending: Ending) => transaction((db) => settleMessage(db, message, ending))
      const driver = message.channel === messageChannel.sms ? drivers.sms : drivers.mail
      try {
        const outcome = await driver.deliver(message, log)
        await settle({
          state: outcome === 'kept' ? messageState.kept : messageState.sent,
          error: null,
          ...(typeof outcome === 'object' && { supplierId: outcome.supplierId }),
        })
      } catch (error) {
        if (!(error instanceof DeliveryFailure)) throw error
        const isOver = error.next !== 'later' || isLastAttempt
        const reason = withoutSecrets(error.message, message)
        const said = { error: textOf(error.next, reason) }
        await settle(
          isOver
            ? { ...said, state: messageState.failed }
            : { ...said, state: messageState.waiting, pauseSeconds: pauseAfter(attempt) },
        )
        // The queue keeps and logs what it is thrown.
        if (!isOver) throw new DeliveryFailure(error.next, reason)
      }
    },
  })
}

const reasons = {
  hold: { state: messageState.held, reason: '企业已停用或不在有效期内，恢复后继续发送', until: null },
  expire: { state: messageState.expired, reason: '已过有效时间，没有发送', until: null },
}

/** Takes a waiting message for sending, unless it must not leave now. Undefined: there is nothing to send. */
async function takeMessage(db: Db, id: string): Promise<ClaimedMessage | undefined> {
  const turn = await findTurn(db, id)
  if (!turn) return undefined
  const comeBack = (at: Date) => enqueueDelivery(db, { id, templateKey: turn.templateKey }, at)
  if (turn.isTaken) {
    await (turn.takenUntil ? comeBack(turn.takenUntil) : giveUp(db, id, interrupted))
    return undefined
  }
  const fate = fateOf(turn, turn.now)
  if (fate.kind === 'send') return claimMessage(db, id, leaseSeconds)
  if (fate.kind === 'wait') {
    await putOff(db, id, { state: messageState.waiting, reason: '免打扰时段，结束后发送', until: fate.until })
    await comeBack(fate.until)
  } else {
    await putOff(db, id, reasons[fate.kind])
  }
  return undefined
}

function textOf(next: AfterFailure, reason: string): string {
  return next === 'unknown' ? `${interrupted}（${cut(reason, 300)}）` : cut(reason, 500)
}
