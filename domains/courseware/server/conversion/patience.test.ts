import { expect, test } from 'vitest'
import { FfmpegNews } from './ffmpeg-news.ts'
import { type Activity, Patience } from './patience.ts'

const hour = 3600

/** How many seconds of the clock pass until it is over, looked at each second for at most `most` of them. */
function secondsUntilOver(
  patience: Patience,
  most: number,
  activity: (second: number) => Activity | undefined,
): number | undefined {
  for (let second = 1; second <= most; second++) {
    patience.count(1, activity(second))
    if (patience.isOver) return second
  }
  return undefined
}

test.each([
  ['alone on the machine, on one processor', { usedSeconds: 1, wantsProcessor: true }, 300],
  ['alone on the machine, on eight', { usedSeconds: 8, wantsProcessor: true }, 300],
  ['on a busy machine, with a twentieth of a processor', { usedSeconds: 0.05, wantsProcessor: true }, 6000],
  ['hanging, without touching a processor', { usedSeconds: 0, wantsProcessor: false }, 300],
  ['hanging, but looking at the clock now and then', { usedSeconds: 0.02, wantsProcessor: false }, 300],
  ['where the system tells nothing', undefined, 300],
])('without progress it is given up by its own time: %s', (_, activity, expected) => {
  expect(Math.abs((secondsUntilOver(new Patience(300), 10 * hour, () => activity) ?? 0) - expected)).toBeLessThanOrEqual(1)
})

test('what waits for a processor is not given up for hours, what gets somewhere never', () => {
  const starving = { usedSeconds: 0.005, wantsProcessor: true }
  expect(secondsUntilOver(new Patience(300), 3 * hour, () => starving)).toBeUndefined()
  const patience = new Patience(300)
  const slow = (second: number) => {
    if (second % 290 === 0) patience.renew()
    return { usedSeconds: 2, wantsProcessor: true }
  }
  expect(secondsUntilOver(patience, 24 * hour, slow)).toBeUndefined()
})

test('behind all else stands the clock, and what was over stays so', () => {
  const patience = new Patience(300)
  expect(secondsUntilOver(patience, 24 * hour, () => ({ usedSeconds: 0, wantsProcessor: true }))).toBe(4 * hour)
  patience.renew()
  expect(patience.isOver).toBe(true)
})

test('a look that comes late, because the worker itself had to wait, counts for little', () => {
  const patience = new Patience(300)
  patience.count(1000, { usedSeconds: 0, wantsProcessor: false })
  expect(patience.isOver).toBe(false)
})

test('ffmpeg tells twice a second how far it is: progress is only what grew', () => {
  const news = new FfmpegNews()
  const told = (...lines: string[]) => lines.map((line) => news.isProgress(line))
  expect(told('frame=1', 'fps=0.0', 'out_time_us=40000', 'total_size=N/A')).toEqual([true, false, true, true])
  expect(told('frame=1', 'fps=2.5', 'out_time_us=40000', 'total_size=N/A', 'progress=continue')).not.toContain(true)
  expect(told('frame=2')).toEqual([true])
})
