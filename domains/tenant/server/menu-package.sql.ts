import { id } from '@kaopei/contract'
import { type Db, findOne, idOf, rowsOf } from '@kaopei/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { PackageEntry } from '../contract/menu-package.ts'

const menuPackageRow = z.object({
  id,
  name: z.string(),
  descript: z.string(),
  menus: z.array(z.object({ name: z.string(), title: z.string().nullable(), sort: z.int().nullable() })),
  companyCount: z.int(),
  updatedAt: z.date(),
  version: z.int(),
})
export type MenuPackageRow = z.output<typeof menuPackageRow>

const columns = sql`
  p.id, p.name, p.descript, p.menus, p.updated_at as "updatedAt", p.version,
  (select count(*)::integer from platform.agreement c where c.package_id = p.id) as "companyCount"`

export async function listPackages(db: Db): Promise<MenuPackageRow[]> {
  return rowsOf(db, menuPackageRow)`
    select ${columns} from tenant.menu_package p where p.company_id = ${db.companyId} order by p.created_at, p.id`
}

/** Locked first and read then: whoever had to wait must see what the other has made of it, the companies that have it now as well. */
export async function findPackage(db: Db, id: string): Promise<MenuPackageRow | undefined> {
  await sql`select from tenant.menu_package p where p.company_id = ${db.companyId} and p.id = ${id} for update`.execute(db)
  return findOne(db, menuPackageRow)`
    select ${columns} from tenant.menu_package p where p.company_id = ${db.companyId} and p.id = ${id}`
}

interface PackageFacts {
  readonly name: string
  readonly descript: string
  readonly menus: readonly PackageEntry[]
}

/** A taken name violates `menu_package_name_unique`. */
export async function insertPackage(db: Db, { name, descript, menus }: PackageFacts): Promise<string> {
  return idOf(db)`
    insert into tenant.menu_package (company_id, name, descript, menus)
    values (${db.companyId}, ${name}, ${descript}, ${JSON.stringify(menus)}::jsonb)
    returning id`
}

export async function updatePackage(db: Db, id: string, { name, descript, menus }: PackageFacts): Promise<void> {
  await sql`
    update tenant.menu_package
    set name = ${name}, descript = ${descript}, menus = ${JSON.stringify(menus)}::jsonb, updated_at = now(), version = version + 1
    where company_id = ${db.companyId}
      and id = ${id}`.execute(db)
}

export async function deletePackage(db: Db, id: string): Promise<void> {
  await sql`delete from tenant.menu_package where company_id = ${db.companyId} and id = ${id}`.execute(db)
}
