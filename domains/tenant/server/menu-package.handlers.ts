import { kept, type Menu, protocolErrors } from '@kaopei/contract'
import { applyPackage } from '@kaopei/platform/server'
import type { Handlers } from '@kaopei/server'
import { tenantErrors } from '../contract/errors.ts'
import { type menuPackage, packageFields } from '../contract/menu-package.ts'
import { deletePackage, findPackage, insertPackage, listPackages, updatePackage } from './menu-package.sql.ts'
import { knownMenus, menusOfEntries, unknownEntries, wordsOfEntries } from './rules/package-menus.ts'

export const menuPackageHandlers = (menus: readonly Menu[]): Handlers<typeof menuPackage> => {
  const known = knownMenus(menus)
  return {
    listAllMenu: async () => known,
    list: (_input, { db }) => listPackages(db),
    save: async ({ id, version, ...wish }, { db, fail, record }) => {
      if (unknownEntries(wish.menus, known).length > 0) return fail(tenantErrors.unknownMenu)
      const before = id === undefined ? undefined : await findPackage(db, id)
      if (id !== undefined && !before) return fail(protocolErrors.notFound)
      if (before && before.version !== version) return fail(protocolErrors.changed, { data: before })
      const facts = kept(packageFields, wish, before)
      if (before) {
        await updatePackage(db, before.id, facts)
        const words = wordsOfEntries(facts.menus)
        await applyPackage(db, { packageId: before.id, menus: menusOfEntries(facts.menus), words })
      }
      const packageId = before?.id ?? (await insertPackage(db, facts))
      const saved = await findPackage(db, packageId)
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
    delete: async ({ id }, { db, fail, record }) => {
      const before = await findPackage(db, id)
      if (!before) return fail(protocolErrors.notFound)
      if (before.companyCount > 0) return fail(tenantErrors.packageInUse)
      await deletePackage(db, id)
      record({ targetId: id, targetName: before.name, before: { name: before.name, menus: before.menus } })
    },
  }
}
