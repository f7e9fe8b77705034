import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeCompany } from './company.ts'
import { addCourseware, drawFilm, runOf } from './conversion.ts'
import { cpuBelow } from './cpu.ts'
import { confirmNotices, makeExam, type Sitter, seat } from './exam-data.ts'
import { atMost, percentile, raw } from './figure.ts'
import type { Ground, Part, Piece } from './ground.ts'

const sitters = 100
/** Each of them saves once in it: a hundred saves a second, a twentieth of what the machine can do. */
const everyMs = 1000
const [warmSeconds, calmSeconds, besideSeconds] = [5, 20, 40]
/** Longer in the encoder than everybody is looked at. */
const filmSeconds = 90
const beginTimeoutMs = 60_000

/** Saves of an exam that is sat, without and beside a film of 1080p that a worker of its own encodes in three qualities. */
export const saveBesideTranscode: Piece = {
  name: 'save-beside-transcode',
  run: async (ground, print) => {
    const folder = join(ground.folder, 'uploads')
    mkdirSync(folder)
    const film = readFileSync(drawFilm(folder, filmSeconds))
    const server = await ground.start('server')
    const company = await makeCompany(ground)
    const exam = await makeExam(ground, company, sitters)
    await confirmNotices(ground, exam, server.port)
    const seated = await seat(exam, server.port)
    for (const sitter of seated) await sitter.start()
    await savePaced(seated, warmSeconds)
    const before = await savePaced(seated, calmSeconds)
    const worker = await ground.start('worker')
    const versionId = await addCourseware({ server, company }, 'film.mkv', film)
    await encodes(ground, worker, versionId)
    const watched = watchBelow(worker)
    const beside = await savePaced(seated, besideSeconds)
    const encodedMs = watched.stop()
    if ((await runOf(ground, versionId))?.state !== 'running')
      throw new Error('the film was ready before everybody was looked at')
    await worker.stop()
    const after = await savePaced(seated, calmSeconds)
    const calm = percentile([...before, ...after], 0.95)
    print(atMost('saves beside a transcode: p95 per p95 without', percentile(beside, 0.95) / calm, 'ratio', 2))
    print(raw('saves beside a transcode: p95', percentile(beside, 0.95), 'ms'))
    print(raw('saves without one: p95', calm, 'ms'))
    print(
      raw(
        'saves beside a transcode: p50 per p50 without',
        percentile(beside, 0.5) / percentile([...before, ...after], 0.5),
        'ratio',
      ),
    )
    print(raw('the transcode beside them: processors that it had', encodedMs / besideSeconds / 1000, 'CPU'))
    for (const sitter of seated) sitter.close()
    await server.stop()
  },
}

/** Everybody saves once in `everyMs`, spread over it, whatever the save before took; answers how long each save took. */
async function savePaced(sitting: readonly Sitter[], seconds: number): Promise<number[]> {
  const times: number[] = []
  const begun = performance.now()
  await Promise.all(
    sitting.map(async (sitter, place) => {
      for (let round = 0; round < (seconds * 1000) / everyMs; round++) {
        const due = begun + round * everyMs + (place * everyMs) / sitting.length
        await wait(Math.max(0, due - performance.now()))
        times.push(await sitter.save(nextTurn++))
      }
    }),
  )
  return times
}
let nextTurn = 0

/** Waits until the encoder itself is at work. */
async function encodes(ground: Ground, worker: Part, versionId: string): Promise<void> {
  const until = Date.now() + beginTimeoutMs
  while (Date.now() < until) {
    const run = await runOf(ground, versionId)
    if (run?.state === 'failed') throw new Error(`the film was not converted: ${run.text}`)
    const busiest = Math.max(...[...cpuBelow(worker.pid)].map(([id, ms]) => (id === worker.pid ? 0 : ms)), 0)
    if (run?.state === 'running' && busiest >= 3000) return
    await wait(200)
  }
  throw new Error('nothing was encoded in time')
}

/** Processor milliseconds of a process and everything below it, from now until it is stopped: programs come and go meanwhile. */
function watchBelow({ pid }: Part): { stop(): number } {
  const before = cpuBelow(pid)
  const seen = new Map<number, number>()
  const look = () => {
    for (const [id, ms] of cpuBelow(pid)) seen.set(id, ms)
  }
  const timer = setInterval(look, 250)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return [...seen].reduce((sum, [id, ms]) => sum + ms - (before.get(id) ?? 0), 0)
    },
  }
}
