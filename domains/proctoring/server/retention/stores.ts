/** Whether the buckets let browsers send to them: nothing that we send ourselves would show it. */
import { type DirectStore, S3Store } from '@kaopei/files/server'
import type { Services } from '@kaopei/server'
import type { StoreState } from '../../contract/retention.ts'

interface Bucket {
  readonly use: 'files' | 'evidence'
  readonly direct: DirectStore
}

/** What browsers do there: slices of files, and files that they read; recordings. */
const asked = {
  files: [
    { method: 'PUT', headers: ['content-type', 'content-md5'] },
    { method: 'GET', headers: [] },
  ],
  evidence: [{ method: 'PUT', headers: ['content-type', 'x-amz-checksum-sha256'] }],
} as const

export function storeStates({ blobs, evidence }: Pick<Services, 'blobs' | 'evidence'>, origin: string) {
  const buckets: Bucket[] = [
    ...(blobs instanceof S3Store ? [{ use: 'files' as const, direct: blobs.direct }] : []),
    ...(evidence.direct ? [{ use: 'evidence' as const, direct: evidence.direct }] : []),
  ]
  return Promise.all(
    buckets.map(async ({ use, direct }) => ({ use, bucket: direct.place, state: await stateOf({ use, direct }, origin) })),
  )
}

async function stateOf({ use, direct }: Bucket, origin: string): Promise<StoreState> {
  try {
    const answers = await Promise.all(asked[use].map((one) => direct.lets(origin, one)))
    return answers.every(Boolean) ? 'allowed' : 'refused'
  } catch {
    return 'silent'
  }
}
