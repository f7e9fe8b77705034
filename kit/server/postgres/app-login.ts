import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** What the server's pool logs in as: a role that owns nothing and may become `kaopei_app` alone. */
interface AppLogin {
  readonly name: string
  readonly password: string
  readonly url: string
}

/**
 * The login that belongs to an owner's URL. Name and password follow from the owner's, one way: every process that knows the one knows the
 * other, nothing more has to be kept or handed on, and who learns the login's password is no nearer to the owner's. Undefined where the URL
 * holds no user or password (peer, certificate): such installations name a login of their own.
 */
export function appLoginOf(ownerUrl: string, env: NodeJS.ProcessEnv = process.env): AppLogin | undefined {
  if (!URL.canParse(ownerUrl)) return undefined
  const url = new URL(ownerUrl)
  const owner = url.searchParams.get('user') || decodeURIComponent(url.username) || env.PGUSER
  const secret = url.searchParams.get('password') || decodeURIComponent(url.password) || env.PGPASSWORD
  if (!owner || !secret) return undefined
  // Roles belong to the whole database server: two installations on it have two owners and two logins.
  const name = `kaopei_login_${createHash('sha256').update(owner).digest('hex').slice(0, 12)}`
  const password = createHmac('sha256', secret).update(`login of the server's pool: ${name}`).digest('base64url')
  return { name, password, url: withUser(url, name, password) }
}

/** Without a trace of the owner's password. As parameters, because a URL without a host takes no user. */
function withUser(url: URL, name: string, password: string): string {
  const changed = new URL(url)
  changed.username = ''
  changed.password = ''
  changed.searchParams.set('user', name)
  changed.searchParams.set('password', password)
  return changed.href
}

/** What PostgreSQL keeps of a password (RFC 5803): sent in its place, the password itself stands in no log of the database. `password` is ASCII. */
export function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
