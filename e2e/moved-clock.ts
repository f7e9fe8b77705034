import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'

export interface MovedClock {
  readonly url: string
  /** So far ahead of the real time is the server from now on. */
  move(aheadMs: number): Promise<void>
  /** Deletes recordings whose time is over by its clock, of every company: for a product of one's own alone. */
  deleteDue(): Promise<void>
  stop(): Promise<void>
}

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string
}

function common(): Place {
  const dataDir = inject('dataDir')
  const home = join(dataDir, 'postgres')
  const [, , , port] = readFileSync(join(home, 'pgdata', 'postmaster.pid'), 'utf8').split('\n')
  const url = new URL(`postgres://kaopei_owner@127.0.0.1:${port}/kaopei`)
  url.password = readFileSync(join(home, 'password'), 'utf8').trim()
  return { dataDir, databaseUrl: url.href }
}

/** A product once more, the common one unless said, at an address where days pass as a test wants. */
export async function openMovedClock({ dataDir, databaseUrl } = common()): Promise<MovedClock> {
  const env = { ...process.env, DATABASE_URL: databaseUrl, KAOPEI_DATA: dataDir, KAOPEI_ROLE: 'server', NODE_ENV: 'production' }
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
  const tell = async (what: number | 'deleteDue') => {
    const answered = said()
    child.send(what)
    await answered
  }
  return {
    url: address,
    move: tell,
    deleteDue: () => tell('deleteDue'),
    stop: async () => {
      child.disconnect()
      await gone
    },
  }
}
