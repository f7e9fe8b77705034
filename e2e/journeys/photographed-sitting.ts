/** An exam of which photographs were taken, sat by the signed calls that a browser makes, and what its candidate brings against a verdict. */
import { createHash } from 'node:crypto'
import { entry } from '@kaopei/exam/contract/entry'
import { upload } from '@kaopei/files/contract/upload'
import { capture } from '@kaopei/proctoring/contract/capture'
import { review } from '@kaopei/proctoring/contract/review'
import { ownVerdicts } from '@kaopei/proctoring/contract/verdicts/own-verdicts'
import { verdicts } from '@kaopei/proctoring/contract/verdicts/verdicts'
import { sitting } from '@kaopei/sitting/contract/sitting'
import { vi } from 'vitest'
import type { DemoClient } from '../../apps/server/demo/client.ts'
import type { ProductPlace } from './api.ts'
import { openExam, usualQuestions } from './sitting-exam.ts'

interface Among {
  readonly product: ProductPlace
  readonly admin: DemoClient
  readonly candidate: DemoClient
}

export interface Photographed {
  readonly attemptId: string
  /** Where a reviewer opens them: that of the check-in first. */
  readonly photographs: readonly string[]
}

const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from('a photograph')])

/** Two photographs with their thumbnails; handed in, and its result is there. */
export async function sitPhotographed({ product, admin, candidate }: Among): Promise<Photographed> {
  const contents = (stamp: string) => usualQuestions(stamp).slice(0, 1)
  const { examId } = await openExam('保存期限', 0, { settings: { permitCamera: true, passScore: 5 }, contents, admin })
  const { hash, consents } = await candidate.call(entry.notice, { examId })
  const agreed = consents.map(({ kind }) => ({ kind, isAgreed: true }))
  await candidate.call(entry.confirmNotice, { examId, hash, consents: agreed })
  const { attemptId, lease } = await candidate.call(entry.start, { examId, device: 'journey-browser:journey-tab' })
  const { pieceAddress, serverTime } = await candidate.call(capture.plan, { attemptId })
  for (const path of ['1', '1/thumb', '2', '2/thumb'])
    await put(`${product.url}${pieceAddress}/2/picture/${path}`, Date.parse(serverTime))
  const handedIn = { lastRevs: [], items: [], submissionKey: `journey-${attemptId}` }
  await candidate.call(sitting.submit, { ...handedIn, attemptId, leaseEpoch: lease.epoch })
  const asked = { examinationResultId: attemptId }
  await vi.waitFor(
    async () => {
      const { kinds } = await admin.call(review.getRecord, asked)
      if (!kinds.every(({ isFixed }) => isFixed)) throw new Error('there is no result yet')
    },
    { timeout: 60_000, interval: 200 },
  )
  await admin.call(review.open, { ...asked, reason: '抽查' })
  const { dataList } = await admin.call(review.queryPhotographs, { ...asked, source: 2 })
  return { attemptId, photographs: dataList.map(({ photographUrl }) => photographUrl) }
}

async function put(address: string, at: number): Promise<void> {
  const sha256 = createHash('sha256').update(jpeg).digest('hex')
  const url = `${address}?from=${at}&until=${at}&sha256=${sha256}`
  const { status } = await fetch(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: jpeg })
  if (status !== 200) throw new Error(`${address} answered ${status}`)
}

/** Voided for a mark, and appealed against; answers where the reviewers open the file that came with it. */
export async function appealWithFile({ product, admin, candidate, attemptId }: Among & { attemptId: string }): Promise<string> {
  const asked = { examinationResultId: attemptId }
  const { dataList } = await admin.call(review.queryPhotographs, { ...asked, source: 2 })
  const mark = { cheatTag: 1, abnormalType: 5, tagType: 1 } as const
  await admin.call(review.setCheatTag, { ...asked, ...mark, abnormalOperationId: dataList.at(-1)?.id ?? '' })
  const words = { evidence: ['mark' as const], toldText: '照片中，您正在使用手机。' }
  await admin.call(verdicts.judge, { ...asked, verdict: 'void', reason: 'aid.device', ...words })
  const statement = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF\n')
  const wish = { filePath: '情况说明.pdf', sizeBytes: statement.length, purpose: 'appeal' as const }
  const { uploadId, slices } = await candidate.call(upload.credential, wish)
  const headers = { 'content-type': 'application/octet-stream' }
  for (const { url } of slices) await fetch(new URL(url, product.url), { method: 'PUT', headers, body: statement })
  const { fileId } = await candidate.call(upload.complete, { uploadId })
  await candidate.call(ownVerdicts.appeal, { attemptId, text: '拿的是计算器，考场允许携带。', fileIds: [fileId] })
  const { steps } = await admin.call(verdicts.get, asked)
  return steps.at(-1)?.files[0]?.url ?? ''
}
