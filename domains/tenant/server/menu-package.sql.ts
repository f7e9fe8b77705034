import type { Db } from '@kaopei/server'
import { sql } from 'kysely'
import type { PackageEntry } from '../contract/menu-package.ts'

export interface MenuPackageRow {
  readonly id: string
  readonly name: string
  readonly descript: string
  readonly menus: PackageEntry[]
  readonly companyCount: number
  readonly updatedAt: Date
  readonly version: number
}

const columns = sql`
  p.id, p.name, p.descript, p.menus, p.updated_at as "updatedAt", p.version,
  (select count(*)::integer from platform.company c where c.package_id = p.id) as "companyCount"`

export async function listPackages(db: Db): Promise<MenuPackageRow[]> {
  const { rows } = await sql<MenuPackageRow>`
    select ${columns} from tenant.menu_package p where p.company_id = ${db.companyId} order by p.created_at, p.id`.execute(db)
  return rows
}

/** Locked first and read then: whoever had to wait must see what the other has made of it, the companies that have it now as well. */
export async function findPackage(db: Db, id: string): Promise<MenuPackageRow | undefined> {
  await sql`select from tenant.menu_package p where p.company_id = ${db.companyId} and p.id = ${id} for update`.execute(db)
  const { rows } = await sql<MenuPackageRow>`
    select ${columns} from tenant.menu_package p where p.company_id = ${db.companyId} and p.id = ${id}`.execute(db)
  return rows[0]
}

interface PackageFacts {
  readonly name: string
  readonly descript: string
  readonly menus: readonly PackageEntry[]
}

/** A taken name violates `menu_package_name_unique`. */
export async function insertPackage(db: Db, { name, descript, menus }: PackageFacts): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into tenant.menu_package (company_id, name, descript, menus)
    values (${db.companyId}, ${name}, ${descript}, ${JSON.stringify(menus)}::jsonb)
    returning id`.execute(db)
  if (!rows[0]) throw new Error('an inserted package has an id')
  return rows[0].id
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
