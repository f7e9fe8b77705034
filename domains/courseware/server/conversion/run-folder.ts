import { createHash } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RawServices } from '@kaopei/server'

/**
 * Where conversions of this deployment work on this machine: a folder for each version, so that a run which is killed is gone on with. It goes when the
 * conversion ends; one whose process was killed for good is swept.
 */
export function workFolder({ secret }: Pick<RawServices, 'secret'>): string {
  const deployment = createHash('sha256').update(`conversion\n${secret}`).digest('hex').slice(0, 12)
  return join(tmpdir(), `kaopei-conversion-${deployment}`)
}

export async function openRunFolder(
  services: Pick<RawServices, 'secret'>,
  companyId: string,
  versionId: string,
): Promise<string> {
  const folder = runFolder(services, companyId, versionId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export async function removeRunFolder(
  services: Pick<RawServices, 'secret'>,
  companyId: string,
  versionId: string,
): Promise<void> {
  await rm(runFolder(services, companyId, versionId), { recursive: true, force: true })
}

/** What lies there, as company and version. */
export async function keptRunFolders(services: Pick<RawServices, 'secret'>): Promise<{ companyId: string; versionId: string }[]> {
  const names = await readdir(workFolder(services)).catch(() => [])
  return names.flatMap((name) => {
    const [, companyId = '', versionId = ''] = folderName.exec(name) ?? []
    return companyId === '' ? [] : [{ companyId, versionId }]
  })
}

const folderName = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/

function runFolder(services: Pick<RawServices, 'secret'>, companyId: string, versionId: string): string {
  return join(workFolder(services), `${companyId}.${versionId}`)
}
