import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  accessSync,
  appendFileSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import type { Binaries } from './binaries.ts'
import { explainFileError, explainPostgresOutput, LauncherFailure, type PlainLog } from './failure.ts'
import { foldersClosedTo, identityOf, type RunUser } from './run-user.ts'

export const ownerRole = 'kaopei_owner'

/** The folder in use: `dataDir` itself, or the place it points to when PostgreSQL's user could never reach it. */
export function openHome(dataDir: string, user: RunUser | undefined, log: PlainLog, farRoot = '/var/lib/kaopei'): string {
  const wanted = resolve(dataDir)
  try {
    if (existsSync(wanted)) accessSync(wanted, constants.W_OK | constants.X_OK)
    const isNew = mkdirSync(wanted, { recursive: true, mode: 0o755 }) !== undefined
    const home = realpathSync(wanted)
    if (isNew) giveTo(user, home, 0o700)
    if (user === undefined || letThrough(user, home)) return home
    return moveHomeAway(home, user, farRoot, log)
  } catch (error) {
    throw explainFileError(error, wanted)
  }
}

/** True when `user` can reach the folder; temporary folders and the data folder itself are opened for passing (not reading). */
function letThrough(user: RunUser, home: string): boolean {
  const closed = foldersClosedTo(user, home)
  const ours = (folder: string) => folder === home || folder.startsWith(`${realpathSync(tmpdir())}${sep}`)
  if (!closed.every(ours)) return false
  for (const folder of closed) chmodSync(folder, statSync(folder).mode | 0o111)
  return true
}

/** A project under /root (0700) cannot hold the data: they go to /var/lib/kaopei, and a link stays in their place. */
function moveHomeAway(home: string, user: RunUser, farRoot: string, log: PlainLog): string {
  const far = join(farRoot, `data-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`)
  mkdirSync(far, { recursive: true, mode: 0o755 })
  giveTo(user, far, 0o700)
  try {
    rmdirSync(home)
  } catch (error) {
    throw new LauncherFailure(
      `数据库用户 ${user.name} 无法进入目录 ${home}（上级目录不对其他用户开放），且该目录不是空的。请换一个数据目录，或放开上级目录的权限。`,
      { cause: error },
    )
  }
  symlinkSync(far, home)
  log.info(`数据库用户 ${user.name} 无法进入 ${home}，数据改存于 ${far}，原处留有链接。`)
  return far
}

function giveTo(user: RunUser | undefined, path: string, mode: number): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid)
  chmodSync(path, mode)
}

/** Writes a file that only PostgreSQL's user (and we) may read. */
export function writePrivate(path: string, content: string, user: RunUser | undefined): void {
  try {
    writeFileSync(path, content, { mode: 0o600 })
    giveTo(user, path, 0o600)
  } catch (error) {
    throw explainFileError(error, path)
  }
}

export function makePrivateFolder(path: string, user: RunUser | undefined): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    giveTo(user, path, 0o700)
  } catch (error) {
    throw explainFileError(error, path)
  }
}

/** Refuses data that this PostgreSQL cannot read, before PostgreSQL is asked. */
export function checkVersion(pgdata: string, major: string): void {
  const version = readOwn(join(pgdata, 'PG_VERSION'))
  if (version === major) return
  throw new LauncherFailure(
    `数据目录 ${pgdata} 由 PostgreSQL ${version} 创建，而内置数据库是 PostgreSQL ${major}，不能直接打开。` +
      `请用 PostgreSQL ${version} 的 pg_dump 导出，再导入到新的数据目录；或设置 DATABASE_URL 继续使用原来的数据库。`,
  )
}

function readOwn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw explainFileError(error, path)
  }
}

export function readPassword(home: string): string {
  const file = join(home, 'password')
  if (existsSync(file)) return readOwn(file)
  throw new LauncherFailure(`数据库的密码文件不见了：${file}。请从备份中恢复该文件；没有它无法连接已有的数据。`)
}

/** Creates the cluster beside its final place and moves it there whole, so that a start killed half-way leaves nothing half-made. */
export async function createData(
  { home, pgdata, binaries, user }: { home: string; pgdata: string; binaries: Binaries; user: RunUser | undefined },
  durable: boolean,
): Promise<void> {
  const unfinished = `${pgdata}.new`
  const passwordForInit = join(home, 'password.init')
  const password = randomBytes(24).toString('base64url')
  try {
    rmSync(unfinished, { recursive: true, force: true })
    makePrivateFolder(unfinished, user)
    writePrivate(passwordForInit, password, user)
    writePrivate(join(home, 'password'), password, undefined)
    await initdbInAnyLocale({ binaries, user, passwordFile: passwordForInit, pgdata: unfinished, durable })
    appendFileSync(join(unfinished, 'postgresql.conf'), "\ninclude_if_exists = 'kaopei.conf'\ninclude_if_exists = 'local.conf'\n")
    renameSync(unfinished, pgdata)
  } catch (error) {
    throw explainFileError(error, home)
  } finally {
    rmSync(passwordForInit, { force: true })
  }
}

type Init = { binaries: Binaries; user: RunUser | undefined; passwordFile: string; pgdata: string; durable: boolean }

// pg_trgm needs a character type that knows Chinese letters; C.UTF-8 is missing on some systems.
const locales = [
  ['--locale=C.UTF-8'],
  ['--locale=C', '--lc-ctype=en_US.UTF-8'],
  ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
]

async function initdbInAnyLocale(init: Init): Promise<void> {
  let output = ''
  for (const locale of locales) {
    const { code, output: said } = await initdb(init, locale)
    if (code === 0) return
    output = said
    if (!/invalid locale|locale name/.test(said)) break
  }
  throw explainPostgresOutput(output, { pgdata: init.pgdata, port: 0 })
}

function initdb(
  { binaries, user, passwordFile, pgdata, durable }: Init,
  locale: string[],
): Promise<{ code: number | null; output: string }> {
  const flags = [
    '--encoding=UTF8',
    '--auth=scram-sha-256',
    `--username=${ownerRole}`,
    `--pwfile=${passwordFile}`,
    '--no-instructions',
  ]
  const child = spawn(binaries.initdb, ['-D', pgdata, ...flags, ...locale, ...(durable ? [] : ['--no-sync'])], {
    ...identityOf(user),
    cwd: pgdata,
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Nothing of ours leaks in: PGDATA, PGPORT and the like would change PostgreSQL's mind. A set TZ spares initdb a search. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env
  return { PATH, LC_ALL: 'C', TZ: 'UTC', ...(process.platform === 'win32' ? { SystemRoot, TEMP } : {}) }
}
