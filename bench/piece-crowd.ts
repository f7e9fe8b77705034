import { setTimeout as wait } from 'node:timers/promises'
import { makeExam } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Piece } from './ground.ts'
import { bytesLike, Putter, type Recorded, recordedExam } from './recorded.ts'
import { type Saved, Savers } from './savers.ts'

/** 1: the whole crowd. Two busy processors carry a part of it, which is then said beside the figures. */
const share = Number(process.env.KAOPEI_BENCH_CROWD ?? 1)
const pictured = Math.round(2000 * share)
const filmed = Math.round(500 * share)
const pictureMs = 30_000
const filmMs = 10_000
const seconds = Number(process.env.KAOPEI_BENCH_CROWD_SECONDS ?? 180)
const retryMs = 5000
/** Those who sit another exam of the company meanwhile. */
const sitters = 100
const calmSeconds = 20
/** Beyond what they saved while it was calm. */
const firstTurnBeside = 100
const mostTries = 30

/** 2,000 × a picture (60 KB) and a photograph (12 KB) each 30 s, 500 × both films (120 and 80 kbit/s, 10 s): whoever is told to wait comes again. */
export const pieceCrowd: Piece = {
  name: 'piece-crowd',
  run: async (ground, print) => {
    const server = await ground.start('server')
    const { exam, recorded } = await recordedExam(ground, server.port, Math.max(pictured, filmed))
    const other = await makeExam(ground, exam.company, sitters)
    const savers = await Savers.begin(ground, other, server.port)
    const calm = await savers.save({ forMs: calmSeconds * 1000, firstTurn: 0 })
    const putter = new Putter(server.port)
    const tally = { sent: 0, waits: 0, problems: 0, times: [] as number[] }
    const bring = async (one: Recorded, path: string, type: 'video/webm' | 'image/jpeg', size: number) => {
      const bytes = bytesLike(type, size)
      const until = Date.now()
      const piece = { path, type, bytes, from: type === 'video/webm' ? until - filmMs : until, until }
      for (let tries = 0; tries < mostTries; tries++) {
        const { status, ms } = await putter.put(one, piece).catch(() => ({ status: 0, ms: 0 }))
        tally.times.push(ms)
        if (status === 200) {
          tally.sent += 1
          return
        }
        if (status !== 503 && status !== 0) break
        tally.waits += 1
        await wait(retryMs * (1 + Math.random() / 2))
      }
      tally.problems += 1
    }
    const begun = performance.now()
    const goOn = async (everyMs: number, offset: number, work: (number: number) => Promise<unknown>) => {
      for (let number = 1; ; number++) {
        const at = offset + (number - 1) * everyMs
        if (at >= seconds * 1000) return
        const rest = begun + at - performance.now()
        if (rest > 0) await wait(rest)
        await work(number)
      }
    }
    let beside: Saved = { times: [], problems: [] }
    const { cpuMs } = await ground.cpuDuring([server], () =>
      Promise.all([
        savers.save({ forMs: seconds * 1000, firstTurn: firstTurnBeside }).then((saved) => {
          beside = saved
        }),
        ...recorded.slice(0, pictured).map((one, index) =>
          goOn(pictureMs, (index / pictured) * pictureMs, async (number) => {
            await bring(one, `1/picture/${number}`, 'image/jpeg', 60_000)
            await bring(one, `2/picture/${number}`, 'image/jpeg', 12_000)
          }),
        ),
        ...recorded
          .slice(0, filmed)
          .map((one, index) =>
            goOn(filmMs, (index / filmed) * filmMs, (number) =>
              Promise.all([
                bring(one, `1/film/${number}`, 'video/webm', 150_000),
                bring(one, `2/film/${number}`, 'video/webm', 100_000),
              ]),
            ),
          ),
      ]),
    )
    const [kept] = await ground.rows<{ count: number }>(
      'select count(*)::int as count from proctoring.piece where attempt_id = any ($1)',
      [recorded.map(({ attemptId }) => attemptId)],
    )
    const name = `${pictured} × pictures and ${filmed} × films for ${seconds} s`
    print(atMost(`${name}: lost`, tally.sent - (kept?.count ?? 0), 'pieces', 0))
    print(atMost(`${name}: errors`, tally.problems, 'pieces', 0))
    print(raw(`${name}: kept`, kept?.count ?? 0, 'pieces'))
    print(raw(`${name}: told to wait`, tally.waits, 'answers'))
    print(raw(`${name}: a piece`, cpuMs / tally.sent, 'CPU-ms'))
    print(raw(`${name}: p95 of a piece`, percentile(tally.times, 0.95), 'ms'))
    const problems = [...calm.problems, ...beside.problems]
    if (problems[0]) console.error('#', problems[0])
    print(atMost(`${name}: saves beside it that failed`, problems.length, 'saves', 0))
    print(atMost(`${name}: p95 of a save beside it`, percentile(beside.times, 0.95), 'ms', 250))
    print(raw(`${name}: p95 of a save before it`, percentile(calm.times, 0.95), 'ms'))
    await savers.close()
    putter.close()
    await server.stop()
  },
}
