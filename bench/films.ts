import { copyFileSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findPrograms, type Programs } from '@kaopei/courseware/server'
import { makeFilm } from '../domains/proctoring/server/films/make-film.ts'
import { cpuBelow } from './cpu.ts'
import { atMost } from './figure.ts'
import type { Piece } from './ground.ts'

const hourPieces = 360
const secondsEach = 10
const made = join(import.meta.dirname, '../domains/proctoring/server/films/made')
const lookEveryMs = 25

/** What a worker makes of an hour of one camera: pieces that a browser recorded, copied one behind the other, with ffmpeg and without. */
export const films: Piece = {
  name: 'films',
  run: async (ground, show) => {
    const tools = await findPrograms()
    const ways: [string, Programs][] = [['without ffmpeg', { ...tools, ffmpeg: undefined }]]
    if (tools.ffmpeg !== undefined) ways.unshift(['with ffmpeg', tools])
    for (const [words, programs] of ways) {
      await composed(ground.folder, programs, 6) // the thread, its code and the programs are there
      const seconds = await composed(ground.folder, programs, hourPieces)
      show(atMost(`films: an hour of ${hourPieces} pieces, ${words}`, seconds, 'CPU-s', 1.5))
    }
  },
}

/** Processor seconds of this process and everything below it. */
async function composed(parent: string, tools: Programs, count: number): Promise<number> {
  const folder = mkdtempSync(join(parent, 'film-'))
  mkdirSync(join(folder, 'p'))
  const recorded = readdirSync(made).filter((name) => name.startsWith('webm-'))
  const pieces = Array.from({ length: count }, (_, index) => {
    const name = `p/${index}.webm`
    copyFileSync(join(made, recorded[index % recorded.length] ?? ''), join(folder, name))
    const at = index * secondsEach
    return {
      name,
      at,
      seconds: secondsEach,
      piece: { number: index + 1, from: at * 1000, until: (at + secondsEach) * 1000, isStill: false },
    }
  })
  const before = cpuBelow(process.pid).get(process.pid) ?? 0
  const seen = new Map<number, number>()
  const look = () => {
    for (const [pid, ms] of cpuBelow(process.pid)) seen.set(pid, ms)
  }
  const timer = setInterval(look, lookEveryMs)
  await makeFilm({ folder, companyId: 'bench', tools, signal: new AbortController().signal }, pieces)
  look()
  clearInterval(timer)
  return ([...seen.values()].reduce((sum, ms) => sum + ms, 0) - before) / 1000
}
