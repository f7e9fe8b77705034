import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

export interface MovedClock {
  readonly url: string
  /** So far ahead of the real time is the server from now on. */
  move(aheadMs: number): Promise<void>
  stop(): Promise<void>
}

/** The common product once more, at an address where days pass as a test wants. */
export async function openMovedClock(): Promise<MovedClock> {
  const dataDir = inject('dataDir')
  const home = join(dataDir, 'postgres')
  const [, , , port] = readFileSync(join(home, 'pgdata', 'postmaster.pid'), 'utf8').split('\n')
  const url = new URL(`postgres://kaopei_owner@127.0.0.1:${port}/kaopei`)
  url.password = readFileSync(join(home, 'password'), 'utf8').trim()
  const env = { ...process.env, DATABASE_URL: url.href, KAOPEI_DATA: dataDir, KAOPEI_ROLE: 'server', NODE_ENV: 'production' }
  const child = fork(join(import.meta.dirname, 'moved-server.ts'), {
    cwd: join(import.meta.dirname, '..'),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env,
  })
  const said = async () => String((await once(child, 'message'))[0])
  const gone = once(child, 'exit')
  const [address] = await Promise.race([
    Promise.all([said()]),
    gone.then(() => Promise.reject(new Error('the server on a moved clock did not start'))),
  ])
  return {
    url: address,
    move: async (aheadMs) => {
      const answered = said()
      child.send(aheadMs)
      await answered
    },
    stop: async () => {
      child.disconnect()
      await gone
    },
  }
}
