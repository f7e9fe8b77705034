import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { publicUrlPattern } from '@kaopei/server/public-url'
import { z } from 'zod'

const publicUrl = z
  .string()
  .optional()
  .transform((given, { addIssue }) => {
    if (!given) return undefined
    const pattern = publicUrlPattern(given)
    if (pattern === undefined)
      addIssue('KAOPEI_PUBLIC_URL 应为对外的网址，例如 https://exam.example.com 或 https://{company}.example.com')
    return pattern
  })

const contentUrl = z
  .string()
  .optional()
  .transform((given, { addIssue }) => {
    if (!given) return undefined
    const url = URL.parse(given)
    if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href) return url.origin
    addIssue('KAOPEI_CONTENT_URL 应为标准课件的网址，例如 https://content.example.com，与系统网址不同')
    return undefined
  })

const environment = z.object({
  PORT: z.coerce.number('PORT 应为端口号').int().min(0).max(65535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  KAOPEI_DATA: z.string().default('data'),
  KAOPEI_ROLE: z.enum(['all', 'server', 'worker'], 'KAOPEI_ROLE 应为 server、worker 或 all').default('all'),
  DATABASE_URL: z.string().optional(),
  KAOPEI_APP_DATABASE_URL: z.url('KAOPEI_APP_DATABASE_URL 应为数据库地址，如 postgresql://用户:密码@主机/数据库').optional(),
  KAOPEI_SECRET: z.string().min(32, 'KAOPEI_SECRET 至少 32 个字符').optional(),
  KAOPEI_PUBLIC_URL: publicUrl,
  KAOPEI_CONTENT_URL: contentUrl,
  KAOPEI_DEFAULT_DOMAIN: z.string().default('demo'),
  KAOPEI_TRUST_PROXY: z.coerce.number('KAOPEI_TRUST_PROXY 应为前面代理的个数').int().min(0).max(9).default(0),
  KAOPEI_POOL: z.coerce.number().int().min(2).max(200).default(20),
  KAOPEI_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  KAOPEI_RSA_KEY: z.string().optional(),
  SMTP_URL: z.string().optional(),
  SMTP_FROM: z.string().default('考培 <no-reply@localhost>'),
  SMS_PROVIDER: z.enum(['aliyun', 'tencent', 'http'], 'SMS_PROVIDER 应为 aliyun、tencent 或 http').optional(),
  SMS_ENDPOINT: z.string().optional(),
  SMS_KEY_ID: z.string().optional(),
  SMS_KEY_SECRET: z.string().optional(),
  SMS_SIGN_NAME: z.string().optional(),
  SMS_APP_ID: z.string().optional(),
  SMS_REGION: z.string().optional(),
  SMS_URL: z.string().optional(),
  SMS_METHOD: z.string().optional(),
  SMS_SECRET_HEADER: z.string().optional(),
  SMS_SECRET: z.string().optional(),
  SMS_SUCCESS_TEXT: z.string().optional(),
  SMS_TEMPLATES: z.string().optional(),
  SMS_TIMEOUT_SECONDS: z.string().optional(),
  S3_ENDPOINT: z.url('S3_ENDPOINT 应为网址').optional(),
  S3_BUCKET: z.string().default('kaopei'),
  KAOPEI_EVIDENCE_BUCKET: z.string().min(1, 'KAOPEI_EVIDENCE_BUCKET 应为存储桶的名称').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  KAOPEI_SPARE: z.enum(['0', '1'], 'KAOPEI_SPARE 应为 0 或 1').default('1'),
})

export type Config = ReturnType<typeof readConfig>

/** Settings from the environment; a wrong one ends the start with its name and what is expected. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}：${issue.message}`)
    throw new ConfigFailure(`环境变量设置有误，请修改后重新启动：\n${lines.join('\n')}`)
  }
  const given = parsed.data
  if (Boolean(given.TLS_CERT) !== Boolean(given.TLS_KEY)) throw new ConfigFailure('TLS_CERT 与 TLS_KEY 必须同时设置')
  if (given.KAOPEI_APP_DATABASE_URL && !given.DATABASE_URL && env.KAOPEI_AWAITS_ORDERS === undefined)
    throw new ConfigFailure('KAOPEI_APP_DATABASE_URL 只与 DATABASE_URL 一起使用')
  refuseOwnContents(given)
  return { ...given, dataDir: resolve(given.KAOPEI_DATA), tls: readTls(given.TLS_CERT, given.TLS_KEY) }
}

/** Packages run scripts of whoever uploaded them: on the product's own origin they would act as the person who is signed in. */
function refuseOwnContents({
  KAOPEI_PUBLIC_URL: site,
  KAOPEI_CONTENT_URL: contents,
  PORT,
  TLS_CERT,
}: z.output<typeof environment>) {
  const own = site === undefined ? localOrigins(TLS_CERT ? 'https' : 'http', PORT) : [URL.parse(site)?.origin]
  if (contents !== undefined && own.includes(contents))
    throw new ConfigFailure('KAOPEI_CONTENT_URL 不能与系统网址相同，请为标准课件使用另一个域名或端口')
}

const localOrigins = (protocol: string, port: number) =>
  ['localhost', '127.0.0.1'].map((host) => URL.parse(`${protocol}://${host}:${port}`)?.origin)

export class ConfigFailure extends Error {}

function readTls(certFile: string | undefined, keyFile: string | undefined) {
  if (!certFile || !keyFile) return undefined
  try {
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  } catch {
    throw new ConfigFailure(`无法读取 TLS 证书或私钥：${certFile}、${keyFile}`)
  }
}
