import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** The deployment's secret: from KAOPEI_SECRET, or made once and kept in the data folder, readable by its owner alone. */
export function loadSecret(config: Config): string {
  if (config.KAOPEI_SECRET) return config.KAOPEI_SECRET
  const file = join(config.dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  mkdirSync(config.dataDir, { recursive: true })
  const secret = randomBytes(32).toString('hex')
  try {
    writeFileSync(file, secret, { mode: 0o600, flag: 'wx' })
    return secret
  } catch {
    return readFileSync(file, 'utf8').trim() // another process of the same start was first
  }
}
