import { upload } from '@kaopei/files/contract/upload'
import type { Company } from './company.ts'
import type { RawClient } from './raw-client.ts'

interface Sent {
  readonly port: number
  readonly name: string
  readonly purpose: 'import' | 'questionImport' | 'portrait' | 'courseware'
  readonly file: Buffer
}

/** Uploads a file in slices, as browsers do; answers its id. */
export async function sendFile(client: RawClient, { admin }: Company, { port, name, purpose, file }: Sent): Promise<string> {
  const { data } = await client.get(admin, upload.credential, { filePath: name, sizeBytes: file.length, purpose })
  for (const { number, sizeBytes, url } of data.slices) {
    const from = (number - 1) * data.sliceBytes
    const body = new Uint8Array(file.subarray(from, from + sizeBytes))
    const headers = { 'content-type': 'application/octet-stream' }
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body })
    if (!answer.ok) throw new Error(`a slice was answered with ${answer.status}`)
  }
  return (await client.get(admin, upload.complete, { uploadId: data.uploadId })).data.fileId
}
