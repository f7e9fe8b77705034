import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { LauncherFailure } from './failure.ts'

/** Whom PostgreSQL runs as; undefined means the user of this process. PostgreSQL refuses to run as root. */
export type RunUser = { name: string; uid: number; gid: number }

type Account = RunUser

/**
 * As an ordinary user: ourselves. As root: the owner of the existing data, else `postgres`, else `nobody`.
 * Never creates an account.
 */
export function chooseRunUser(existingData: string): RunUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const owner = ownerOf(existingData)
  if (owner !== undefined && owner.uid !== 0) {
    return { name: accounts.find((account) => account.uid === owner.uid)?.name ?? String(owner.uid), ...owner }
  }
  const account = accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody')
  if (account !== undefined) return account
  throw new LauncherFailure(
    '数据库不能以 root 身份运行，而系统中没有 postgres 或 nobody 用户。请换用普通用户启动，或设置 DATABASE_URL 使用已有的 PostgreSQL。',
  )
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && { uid: found.uid, gid: found.gid }
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(':')
      if (!name || !uid || !gid) return []
      return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }]
    })
}

/** The folders on the way to `path` (itself included) that `user` may not enter, judged by owner, group and mode. */
export function foldersClosedTo(user: RunUser, path: string): string[] {
  const closed: string[] = []
  for (let folder = path; ; folder = dirname(folder)) {
    const found = statSync(folder, { throwIfNoEntry: false })
    if (found?.isDirectory()) {
      const bit = found.uid === user.uid ? 0o100 : found.gid === user.gid ? 0o010 : 0o001
      if ((found.mode & bit) === 0) closed.push(folder)
    }
    if (folder === dirname(folder)) return closed
  }
}

/** For spawn(): the identity to take on. */
export function identityOf(user: RunUser | undefined): { uid?: number; gid?: number } {
  return user === undefined ? {} : { uid: user.uid, gid: user.gid }
}
