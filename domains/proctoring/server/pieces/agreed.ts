/** Of what an attempt's watch wants, what its candidate agrees to: without consent, or with an exemption, nothing is recorded. */
import { type CaptureKind, captureKind } from '@kaopei/exam/contract/capture-consent'
import { agreedCaptureKinds } from '@kaopei/exam/server'
import type { Db } from '@kaopei/server'
import { source } from '../../contract/capture.ts'
import type { Wanted } from './wanted.ts'

export async function agreedStreams(
  db: Db,
  { streams, ...whose }: { streams: readonly Wanted[]; examId: string; staffId: string },
): Promise<Wanted[]> {
  const agreed = await agreedCaptureKinds(db, { examId: whose.examId, staffId: whose.staffId })
  return streams.filter((stream) => agreed.includes(captureKindOf(stream)))
}

export function captureKindOf(stream: Pick<Wanted, 'source' | 'kind'>): CaptureKind {
  if (stream.source === source.screen) return captureKind.screen
  if (stream.source === source.second) return captureKind.second
  return stream.kind === 'picture' ? captureKind.photo : captureKind.camera
}
