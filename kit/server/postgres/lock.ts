import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode, explainFileError, LauncherFailure } from './failure.ts'
import { processIdentity } from './processes.ts'

const holder = z.object({ pid: z.number(), identity: z.string() })

/**
 * One launcher per data folder. A lock whose process is gone (killed, power cut, pid given to another program) is broken.
 * Returns the function that gives the lock back.
 */
export function takeLock(home: string): () => void {
  const lock = join(home, 'launcher.lock')
  const mine = `${lock}.${process.pid}`
  const content = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' })
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      writeFileSync(mine, content, { mode: 0o600 })
      linkSync(mine, lock)
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw explainFileError(error, home)
      refuseLiveHolder(lock, home)
      breakStale(lock)
    } finally {
      rmSync(mine, { force: true })
    }
  }
  throw new LauncherFailure(`多个程序正在同时启动数据目录 ${home} 的数据库。请只保留一个，再重新启动。`)
}

function refuseLiveHolder(lock: string, home: string): void {
  const found = readHolder(lock)
  if (found === undefined || processIdentity(found.pid) !== found.identity) return
  throw new LauncherFailure(
    `数据目录 ${home} 正被另一个运行中的考培服务使用（进程号 ${found.pid}）。请先停止它，或为这次启动指定另一个数据目录。`,
  )
}

function readHolder(lock: string): z.infer<typeof holder> | undefined {
  try {
    return holder.safeParse(JSON.parse(readFileSync(lock, 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Renames before it removes, so that of two starts that break the same lock only one gets it. */
function breakStale(lock: string): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  const found = readHolder(aside)
  if (found !== undefined && processIdentity(found.pid) === found.identity) linkBack(aside, lock)
  rmSync(aside, { force: true })
}

function linkBack(aside: string, lock: string): void {
  try {
    linkSync(aside, lock)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
}
