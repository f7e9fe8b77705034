import { createHash, randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { capture } from '@kaopei/proctoring/contract/capture'
import { makeCompany } from './company.ts'
import { type BenchExam, confirmNotices, makeExam } from './exam-data.ts'
import type { Ground } from './ground.ts'
import { RawClient } from './raw-client.ts'
import { startOne } from './start-one.ts'

export interface Recorded {
  readonly attemptId: string
  /** Where its pieces go. */
  readonly address: string
}

export interface PutPiece {
  readonly path: string
  readonly bytes: Buffer
  readonly type: string
  readonly from: number
  readonly until: number
}

/** An exam that records everything, and so many who have begun it. */
export async function recordedExam(
  ground: Ground,
  port: number,
  candidates: number,
): Promise<{ exam: BenchExam; recorded: Recorded[] }> {
  const exam = await makeExam(ground, await makeCompany(ground), candidates)
  await ground.rows(
    `update exam.exam
     set settings = settings || '{"permitScreenRecord": true, "permitScreenPhoto": true, "permitCamera": true, "permitFaceRecord": true}'
     where company_id = $1 and id = $2`,
    [exam.company.id, exam.id],
  )
  await confirmNotices(ground, exam, port)
  await ground.rows(
    `insert into exam.notice_version (company_id, exam_id, hash, information, terms, first_at)
     select company_id, exam_id, confirmed_notice_hash, '', '{}', now() from exam.candidate where company_id = $1 and exam_id = $2 limit 1`,
    [exam.company.id, exam.id],
  )
  await ground.rows(
    `insert into exam.capture_consent (company_id, exam_id, staff_id, number, kind, state, notice_hash, decided_at)
     select c.company_id, c.exam_id, c.staff_id, k, k, 1, c.confirmed_notice_hash, now()
     from exam.candidate c cross join generate_series(1, 3) k
     where c.company_id = $1 and c.exam_id = $2`,
    [exam.company.id, exam.id],
  )
  await ground.settle('exam.candidate', 'exam.capture_consent')
  const client = await RawClient.open(port)
  const recorded: Recorded[] = []
  for (const person of exam.candidates) {
    const attemptId = await startOne(client, person, exam.id)
    const { data } = await client.get(person, capture.plan, { attemptId })
    recorded.push({ attemptId, address: data.pieceAddress })
  }
  client.close()
  await ground.settle('proctoring.watch')
  return { exam, recorded }
}

export const shaOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const magic = { 'video/webm': '1a45dfa3', 'image/jpeg': 'ffd8ffe0' } as const

/** Bytes of this size that look like it; no two are alike. */
export function bytesLike(type: keyof typeof magic, size: number): Buffer {
  const head = Buffer.from(magic[type], 'hex')
  return Buffer.concat([head, randomBytes(16), Buffer.alloc(Math.max(0, size - head.length - 16), 7)])
}

/** Kept-alive connections, as many as are needed. */
export class Putter {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 400 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  put(recorded: Recorded, { path, bytes, type, from, until }: PutPiece): Promise<Answer> {
    return this.send('PUT', `${recorded.address}/${path}?from=${from}&until=${until}&sha256=${shaOf(bytes)}`, bytes, {
      'content-type': type,
    })
  }

  send(method: string, url: string, bytes: Buffer, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const begun = performance.now()
    const place = url.startsWith('http') ? new URL(url) : new URL(`http://127.0.0.1:${this.#port}${url}`)
    return new Promise((resolve, reject) => {
      const sent = request(
        place,
        { method, agent: this.#agent, headers: { ...headers, 'content-length': bytes.length } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString(), ms: performance.now() - begun }),
          )
        },
      )
      // A connection that was kept may be closed at the moment in which it is used again: a browser sends anew on another one.
      sent.on('error', (error) =>
        sent.reusedSocket ? this.send(method, url, bytes, headers).then(resolve, reject) : reject(error),
      )
      sent.end(bytes)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly ms: number
}
