import { setTimeout as wait } from 'node:timers/promises'
import { type MadeS3, madeKeys, startMadeS3 } from '@kaopei/files/server'
import { z } from 'zod'
import { atLeast, atMost, raw } from './figure.ts'
import type { Ground, Piece } from './ground.ts'
import { bytesLike, Putter, type Recorded, recordedExam, shaOf } from './recorded.ts'
import { byTurns, printSides } from './turns.ts'

/** As with saves and reports of playing. With a few the server, which waits 15 ms for others, mostly waits; far more would be sent away. */
const candidates = 32
/** A server that is warm: on a busy machine a slice alone has too few of them, and what is measured then is the compiler. */
const warmPieces = 1500
const waitMs = 250
const turns = 5
const sliceMs = 2000
const kilobytes = 100

/** A piece of 100 KB through our server, beside a bare server that writes and syncs it; both films straight to a bucket, beside nothing. */
export const pieces: Piece = {
  name: 'pieces',
  run: async (ground, print) => {
    await throughUs(ground, print)
    await straight(ground, print)
  },
}

async function throughUs(ground: Ground, print: Parameters<Piece['run']>[1]): Promise<void> {
  const server = await ground.start('server')
  const bare = await ground.startBareStore()
  const { recorded } = await recordedExam(ground, server.port, candidates)
  await roomForBytes(ground)
  const ours = new Putter(server.port)
  const barely = new Putter(bare.port)
  let number = 0
  const putOne = async (one: Recorded) => {
    number += 1
    const at = Date.now()
    const bytes = bytesLike('video/webm', kilobytes * 1024)
    return isTaken(await ours.put(one, { path: `1/film/${number}`, bytes, type: 'video/webm', from: at, until: at }))
  }
  while (number < warmPieces) await everybody(recorded, putOne)
  const compared = await byTurns(ground, turns, {
    bare: {
      parts: [bare],
      slice: () =>
        everybody(recorded, async () =>
          isTaken(await barely.send('PUT', '/piece', bytesLike('video/webm', kilobytes * 1024), {})),
        ),
    },
    ours: {
      parts: [server],
      slice: () => everybody(recorded, putOne),
    },
  })
  print(atMost('a piece of 100 KB through our server', compared.ours.cpuMs, 'CPU-ms', 2.5))
  print(atLeast('the same: bare work per ours', 1 / compared.multiple, 'ratio', 0.5))
  printSides('a piece of 100 KB', compared, print)
  ours.close()
  barely.close()
  await server.stop()
  await bare.stop()
}

async function straight(ground: Ground, print: Parameters<Piece['run']>[1]): Promise<void> {
  const store = await startMadeS3()
  const server = await ground.start('server', envOf(store))
  const { recorded } = await recordedExam(ground, server.port, candidates)
  await roomForBytes(ground)
  const putter = new Putter(server.port)
  const films = new Films(putter)
  for (let warm = 0; warm < warmPieces; ) warm += 2 * (await everybody(recorded, (one) => films.turn(one)))
  const { result, cpuMs, databaseMs } = await ground.cpuDuring([server], async () => {
    let count = 0
    while (2 * count < warmPieces) count += await everybody(recorded, (one) => films.turn(one))
    return count
  })
  const count = result * 2
  print(atMost('a film piece straight to the bucket, our processes', cpuMs / count, 'CPU-ms', 1))
  print(raw('the same: the database of it', databaseMs / count, 'CPU-ms'))
  print(raw('the same: pieces', count, 'pieces'))
  print(atMost('the same: not acknowledged', films.lost, 'pieces', 0))
  putter.close()
  await server.stop()
  await store.close()
}

const exchanged = z.object({
  data: z.object({
    arrived: z.array(z.string()),
    places: z.array(z.object({ url: z.string(), headers: z.record(z.string(), z.string()) })),
  }),
})

/** As the candidate's client does it: one exchange tells what has arrived and asks for places for both films' next pieces. */
class Films {
  readonly #putter: Putter
  readonly #arrived = new Map<string, object[]>()
  #number = 0
  lost = 0

  constructor(putter: Putter) {
    this.#putter = putter
  }

  async turn(one: Recorded): Promise<boolean> {
    this.#number += 1
    const at = Date.now()
    const bytes = [1, 2].map(() => bytesLike('video/webm', kilobytes * 1024))
    const wanted = bytes.map((body, index) => ({
      ...{ source: index + 1, kind: 'film', number: this.#number, from: at, until: at },
      ...{ sha256: shaOf(body), sizeBytes: body.length, contentType: 'video/webm' },
    }))
    const told = JSON.stringify({ arrived: this.#arrived.get(one.attemptId) ?? [], wanted })
    const answer = await this.#putter.send('POST', one.address, Buffer.from(told), { 'content-type': 'application/json' })
    if (!isTaken(answer)) return false
    const { arrived, places } = exchanged.parse(JSON.parse(answer.text)).data
    this.lost += arrived.filter((fate) => fate !== 'kept').length
    await Promise.all(
      places.map(async ({ url, headers }, index) =>
        isTaken(await this.#putter.send('PUT', url, bytes[index] ?? Buffer.alloc(0), headers)),
      ),
    )
    this.#arrived.set(one.attemptId, wanted)
    return true
  }
}

function envOf({ endpoint }: MadeS3): Record<string, string> {
  const { bucket, region, accessKeyId, secretAccessKey } = madeKeys
  return {
    ...{ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, KAOPEI_EVIDENCE_BUCKET: bucket, S3_REGION: region },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
  }
}

/** Faster than any camera: the bound of bytes would end it, so the rates are raised. */
async function roomForBytes(ground: Ground): Promise<void> {
  await ground.rows(`update proctoring.watch set streams = (
    select jsonb_agg(s || '{"kilobitsPerSecond": 2000000}') from jsonb_array_elements(streams) s)`)
}

/** Everybody goes on for a slice; answers how often they were taken. */
async function everybody(recorded: readonly Recorded[], work: (one: Recorded) => Promise<boolean>): Promise<number> {
  const until = performance.now() + sliceMs
  let count = 0
  await Promise.all(
    recorded.map(async (one) => {
      while (performance.now() < until) {
        if (await work(one)) count += 1
        else await wait(waitMs)
      }
    }),
  )
  return count
}

/** False: the server is busy. */
function isTaken({ status, text }: { status: number; text: string }): boolean {
  if (status !== 200 && status !== 503) throw new Error(`a piece was answered with ${status} ${text}`)
  return status === 200
}
