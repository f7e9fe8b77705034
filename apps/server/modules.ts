import { join } from 'node:path'
import { apiDocsMenu, type Menu } from '@kaopei/contract'
import { examMenus } from '@kaopei/exam/contract/menus'
import { examModule, sittingModule } from '@kaopei/exam/server'
import { FolderStore, filesModule } from '@kaopei/files/server'
import { identityMenus } from '@kaopei/identity/contract/menus'
import { identityModule, loadPasswordKeys, type PasswordKeys, sessionSource } from '@kaopei/identity/server'
import { jobsModule } from '@kaopei/jobs/server'
import { markingMenus } from '@kaopei/marking/contract/menus'
import { markingModule } from '@kaopei/marking/server'
import { questionMenus } from '@kaopei/question/contract/menus'
import { questionModule } from '@kaopei/question/server'
import { apiDocsModule, type Module, type RawServices, type Services, type SessionSource } from '@kaopei/server'
import type { Config } from './config.ts'

/** Every menu of every room. */
export const menus: readonly Menu[] = [...identityMenus, ...questionMenus, ...examMenus, ...markingMenus, apiDocsMenu]

/** Every room's module. */
export function modulesOf(passwordKeys: PasswordKeys): readonly Module[] {
  const rooms: readonly Module[] = [
    identityModule({ menus, passwordKeys }),
    filesModule,
    jobsModule,
    questionModule,
    examModule,
    sittingModule,
    markingModule,
  ]
  return [...rooms, apiDocsModule(rooms)]
}

export interface Assembly {
  readonly modules: readonly Module[]
  readonly services: RawServices
  readonly sessionSource: SessionSource
  /** Origins besides our own that the browser may send slices to and show pictures from. */
  readonly storageOrigins: readonly string[]
}

/** The rooms with the parts of this deployment: stores, mail, keys. */
export function assemble(config: Config, base: Omit<RawServices, keyof Services> & Pick<Services, 'secret' | 'log'>): Assembly {
  const passwordKeys = loadPasswordKeys({ dataDir: config.dataDir, pem: config.KAOPEI_RSA_KEY })
  const blobs = new FolderStore({ folder: join(config.dataDir, 'files'), secret: base.secret })
  const services: RawServices = { ...base, blobs }
  return {
    modules: modulesOf(passwordKeys),
    services,
    sessionSource: sessionSource(base.pool, menus),
    storageOrigins: [],
  }
}
