import { appLoginOf, LauncherFailure, type PlainLog, scramVerifier } from '@kaopei/server/postgres'
import { Client } from 'pg'
import { troubleOf } from './waiting-for.ts'

interface LoginWish {
  readonly ownerUrl: string
  /** A login that somebody made for installations whose owner may make none. */
  readonly appUrl?: string | undefined
  /** The role of the server's queries, which the login may become. */
  readonly appRole: string
  readonly log: PlainLog
}

/**
 * The URL that the server's pool logs in with: a role that owns nothing, so that on its connections not even `set role none` is more than
 * `appRole`. It is made, or given its password anew, where the owner may; where not, the owner's own URL is answered and the log says what to do.
 */
export async function chooseAppUrl(owner: Client, wish: LoginWish): Promise<string> {
  const { ownerUrl, appUrl, appRole, log } = wish
  if (appUrl) return await checkGiven(owner, appUrl, appRole)
  const login = appLoginOf(ownerUrl)
  if (!login) {
    log.warn(`数据库地址中没有用户名和密码，无法为服务创建单独的登录角色。${adviceFor(appRole)}`)
    return ownerUrl
  }
  const standing = await standingOf(owner, login.name, appRole)
  if (standing?.excess) throw tooMighty(login.name, standing.excess)
  if (standing?.isMember && (await whoLogsIn(login.url))) return login.url
  try {
    await makeLogin(owner, login, appRole)
  } catch (error) {
    if (codeOf(error) !== mayNot) throw error
    log.warn(`数据库用户无权创建登录角色 ${login.name}。${adviceFor(appRole)}`)
    return ownerUrl
  }
  if (await whoLogsIn(login.url)) return login.url
  log.warn(`数据库不让登录角色 ${login.name} 登录（请检查 pg_hba.conf）。${adviceFor(appRole)}`)
  return ownerUrl
}

const adviceFor = (appRole: string) =>
  `服务仍以所有者登录，缺少一道隔离：请让数据库管理员执行 CREATE ROLE kaopei_login LOGIN NOINHERIT PASSWORD '…'; GRANT ${appRole} TO kaopei_login; 再把 KAOPEI_APP_DATABASE_URL 设为该角色的数据库地址。`

/** insufficient_privilege */
const mayNot = '42501'
/** No such role or a wrong password, no line for it in pg_hba.conf, no right to connect. */
const isRefused = (code: string) => code.startsWith('28') || code === mayNot

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

async function checkGiven(owner: Client, appUrl: string, appRole: string): Promise<string> {
  const login = await whoLogsIn(appUrl)
  if (!login)
    throw new LauncherFailure('KAOPEI_APP_DATABASE_URL 无法登录数据库。请检查其中的用户名、密码和数据库名，以及 pg_hba.conf。')
  const { rows } = await owner.query<{ here: string }>('select current_database() as here')
  if (rows[0]?.here !== login.database)
    throw new LauncherFailure(`KAOPEI_APP_DATABASE_URL 指向数据库 ${login.database}，应与 DATABASE_URL 是同一个数据库。`)
  const standing = await standingOf(owner, login.name, appRole)
  if (standing?.excess) throw tooMighty(login.name, standing.excess)
  if (!standing?.isMember) await letBecome(owner, login.name, appRole)
  return appUrl
}

async function letBecome(owner: Client, name: string, appRole: string): Promise<void> {
  const role = owner.escapeIdentifier(name)
  await owner.query(`grant ${appRole} to ${role}`).catch((error: unknown) => {
    throw new LauncherFailure(`登录角色 ${name} 不能成为 ${appRole}。请让数据库管理员执行 GRANT ${appRole} TO ${role}。`, {
      cause: error,
    })
  })
}

const tooMighty = (name: string, excess: string) =>
  new LauncherFailure(
    `数据库登录角色 ${name} 的权限过大（${excess}），不能保证公司之间的数据隔离。它只应能登录并成为 kaopei_app：请收回多余的权限后重新启动。`,
  )

interface Standing {
  readonly isMember: boolean
  /** What it may or has beyond becoming `appRole`, in words; null where nothing. */
  readonly excess: string | null
}

async function standingOf(owner: Client, name: string, appRole: string): Promise<Standing | undefined> {
  const { rows } = await owner.query<Standing>(
    `select pg_has_role(r.oid, $2::name, 'member') as "isMember",
       nullif(concat_ws('、',
         case when r.rolsuper then 'SUPERUSER' end,
         case when r.rolbypassrls then 'BYPASSRLS' end,
         case when r.rolcreaterole then 'CREATEROLE' end,
         case when r.rolcreatedb then 'CREATEDB' end,
         case when r.rolreplication then 'REPLICATION' end,
         (select '属于 ' || string_agg(other.rolname, '、')
          from pg_roles other
          where other.oid <> r.oid and other.rolname <> $2 and not r.rolsuper and pg_has_role(r.oid, other.oid, 'member')),
         case when exists (
           select from pg_shdepend owned
           where owned.refclassid = 'pg_authid'::regclass and owned.refobjid = r.oid and owned.deptype = 'o'
         ) then '拥有数据库对象' end), '') as excess
     from pg_roles r
     where r.rolname = $1`,
    [name, appRole],
  )
  return rows[0]
}

/** Undefined when the database lets nobody in with this URL. */
async function whoLogsIn(url: string): Promise<{ name: string; database: string } | undefined> {
  const client = new Client({ connectionString: url, application_name: 'kaopei-login', connectionTimeoutMillis: 15_000 })
  client.on('error', () => undefined) // its query fails too
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string; database: string }>(
      'select session_user as name, current_database() as database',
    )
    return rows[0]
  } catch (error) {
    if (isRefused(codeOf(error))) return undefined
    throw error
  } finally {
    await client.end().catch(() => undefined) // it may be broken
  }
}

/** Other programs may be at the same: PostgreSQL then refuses one of them. */
const isCollision = (code: string) => ['XX000', '23505', '42710'].includes(code)

async function makeLogin(owner: Client, login: { name: string; password: string }, appRole: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await makeOnce(owner, login, appRole)
      return
    } catch (error) {
      await owner.query('rollback').catch(() => undefined) // on a broken connection there is nothing to roll back
      if (attempt === 5 || troubleOf(error) || !isCollision(codeOf(error))) throw error
    }
  }
}

/** Without inheriting: what `appRole` may, the login may only after it has become it. */
async function makeOnce(owner: Client, { name, password }: { name: string; password: string }, appRole: string): Promise<void> {
  const verifier = owner.escapeLiteral(scramVerifier(password))
  await owner.query('begin')
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name])
  await owner.query(`${rowCount === 0 ? 'create' : 'alter'} role ${name} login noinherit password ${verifier}`)
  await owner.query(`grant ${appRole} to ${name}`)
  const { rows } = await owner.query<{ here: string }>('select current_database() as here')
  await owner.query(`grant connect on database ${owner.escapeIdentifier(rows[0]?.here ?? '')} to ${name}`)
  await owner.query('commit')
}
