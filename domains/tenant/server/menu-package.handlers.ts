import { type Menu, protocolErrors } from '@kaopei/contract'
import { applyPackage } from '@kaopei/platform/server'
import type { Handlers } from '@kaopei/server'
import { tenantErrors } from '../contract/errors.ts'
import type { menuPackage } from '../contract/menu-package.ts'
import { deletePackage, findPackage, insertPackage, listPackages, updatePackage } from './menu-package.sql.ts'
import { knownMenus, menusOfEntries, unknownEntries, wordsOfEntries } from './rules/package-menus.ts'

export const menuPackageHandlers = (menus: readonly Menu[]): Handlers<typeof menuPackage> => {
  const known = knownMenus(menus)
  return {
    listAllMenu: async () => known,
    list: (_input, { actor, db }) => listPackages(db, actor.companyId),
    save: async ({ id, version, ...facts }, { actor, db, fail, record }) => {
      if (unknownEntries(facts.menus, known).length > 0) return fail(tenantErrors.unknownMenu)
      const before = id === undefined ? undefined : await findPackage(db, actor.companyId, id)
      if (id !== undefined && !before) return fail(protocolErrors.notFound)
      if (before && before.version !== version) return fail(protocolErrors.changed, { data: before })
      if (before) {
        await updatePackage(db, actor.companyId, before.id, facts)
        const words = wordsOfEntries(facts.menus)
        await applyPackage(db, { packageId: before.id, menus: menusOfEntries(facts.menus), words })
      }
      const packageId = before?.id ?? (await insertPackage(db, actor.companyId, facts))
      const saved = await findPackage(db, actor.companyId, packageId)
      if (!saved) return fail(protocolErrors.notFound)
      record({
        targetId: packageId,
        targetName: saved.name,
        ...(before && { before: { name: before.name, descript: before.descript, menus: before.menus } }),
        after: facts,
        action: before ? 'update' : 'create',
      })
      return saved
    },
    delete: async ({ id }, { actor, db, fail, record }) => {
      const before = await findPackage(db, actor.companyId, id)
      if (!before) return fail(protocolErrors.notFound)
      if (before.companyCount > 0) return fail(tenantErrors.packageInUse)
      await deletePackage(db, actor.companyId, id)
      record({ targetId: id, targetName: before.name, before: { name: before.name, menus: before.menus } })
    },
  }
}
