/** Many people who sit exams at once, by the signed calls that a browser makes. */
import { entry } from '@kaopei/exam/contract/entry'
import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { staff } from '@kaopei/org/contract/staff'
import { sitting } from '@kaopei/sitting/contract/sitting'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import { randomPassword } from '../../apps/server/demo/password.ts'
import { sealed, signedIn } from './api.ts'

export interface Sitter {
  readonly staffId: string
  readonly client: DemoClient
}

/** So many do something at the same time; the server takes a few logins at once. */
const atOnce = 4

export async function eachOf<Item, Result>(items: readonly Item[], work: (item: Item, at: number) => Promise<Result>) {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    const part = items.slice(from, from + atOnce)
    results.push(...(await Promise.all(part.map((item, at) => work(item, from + at)))))
  }
  return results
}

/** People of the demo company whose accounts begin so, each with a session and a password of their own. */
export async function sittersNamed(admin: DemoClient, accounts: string, count: number): Promise<Sitter[]> {
  const { dataList } = await admin.call(staff.list, { pageIndex: 1, pageSize: 100, keyWords: accounts })
  const ids = dataList.slice(0, count).map(({ id }) => id)
  if (ids.length < count) throw new Error(`only ${ids.length} people have accounts like ${accounts}`)
  const { list } = await admin.call(staff.resets, { ids })
  return eachOf(list, async ({ id: staffId, loginAccount: account, temporaryPassword: password }) => {
    const client = await signedIn({ account, password, tenantDomain: 'demo' }, 'candidate')
    await client.call(staffCentreCalls.selfModifyPassword, { newPassword: await sealed(randomPassword()) })
    return { staffId, client }
  })
}

/** Hands in a paper of single choices whose right option is `o1`; which questions somebody knows is said by their slots. */
export async function sitWhole({ client }: Pick<Sitter, 'client'>, examId: string, knows: (slot: number) => boolean) {
  const { hash } = await client.call(entry.notice, { examId })
  await client.call(entry.confirmNotice, { examId, hash })
  const sheet = await client.call(entry.start, { examId, device: 'journey-browser:journey-tab' })
  const items = sheet.items.map(({ slot }, at) => ({
    slot,
    answer: { type: 1 as const, optionId: knows(slot) ? 'o1' : 'o2' },
    ...{ baseRev: 0, clientSeq: sheet.nextSeq + at, clientTime: new Date().toISOString(), seen: true },
  }))
  await client.call(sitting.submit, {
    attemptId: sheet.attemptId,
    leaseEpoch: sheet.lease.epoch,
    ...{ lastRevs: [], items, submissionKey: `journey-${sheet.attemptId}` },
  })
}
