import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Deployment, deploymentMark } from './deployment-mark.ts'

/**
 * Where conversions of this deployment work on this machine: a folder for each version, so that a run which is killed is gone on with. It goes when the
 * conversion ends; one whose process was killed for good is swept.
 */
export async function workFolder(services: Deployment): Promise<string> {
  return join(tmpdir(), `kaopei-conversion-${await deploymentMark(services)}`)
}

export async function openRunFolder(services: Deployment, companyId: string, versionId: string): Promise<string> {
  const folder = await runFolder(services, companyId, versionId)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export async function removeRunFolder(services: Deployment, companyId: string, versionId: string): Promise<void> {
  await rm(await runFolder(services, companyId, versionId), { recursive: true, force: true })
}

/** What lies there, as company and version. */
export async function keptRunFolders(services: Deployment): Promise<{ companyId: string; versionId: string }[]> {
  const names = await readdir(await workFolder(services)).catch(() => [])
  return names.flatMap((name) => {
    const [, companyId = '', versionId = ''] = folderName.exec(name) ?? []
    return companyId === '' ? [] : [{ companyId, versionId }]
  })
}

const folderName = /^([0-9a-f-]{36})\.([0-9a-f-]{36})$/

async function runFolder(services: Deployment, companyId: string, versionId: string): Promise<string> {
  return join(await workFolder(services), `${companyId}.${versionId}`)
}
