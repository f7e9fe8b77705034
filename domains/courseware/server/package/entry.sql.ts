import { id } from '@kaopei/contract'
import { type Db, findOne, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const entryRow = z.object({
  fileId: id,
  path: z.string(),
  firstByte: z.int(),
  storedBytes: z.int(),
  sizeBytes: z.int(),
  method: z.union([z.literal(0), z.literal(8)]),
  crc32: z.int(),
})
export type FoundEntry = z.output<typeof entryRow>

/** By its path; where there is none, by the same path in other letters: packages made on Windows do not know the difference. */
export async function findEntry(db: Db, versionId: string, path: string): Promise<FoundEntry | undefined> {
  const [entry] = await rowsOf(db, entryRow)`
    select v.file_id as "fileId", e.path, e.first_byte as "firstByte", e.stored_bytes as "storedBytes", e.size_bytes as "sizeBytes",
      e.method, e.crc32
    from courseware.package_entry e
    join courseware.version v on v.company_id = e.company_id and v.id = e.version_id
    where e.company_id = ${db.companyId}
      and e.version_id = ${versionId}
      and (e.path = ${path} or lower(e.path) = lower(${path}))
    order by e.path = ${path} desc
    limit 1`
  return entry
}

const partRow = z.object({
  number: z.int(),
  title: z.string(),
  href: z.string(),
  masteryScore: z.int().nullable(),
  launchData: z.string(),
  runTime: z.record(z.string(), z.string()),
  standard: z.enum(['1.2', '2004']),
})
export type FoundPart = z.output<typeof partRow>

export async function findPart(db: Db, versionId: string, number: number): Promise<FoundPart | undefined> {
  return findOne(db, partRow)`
    select p.number, p.title, p.href, p.mastery_score as "masteryScore", p.launch_data as "launchData", p.run_time as "runTime", k.standard
    from courseware.package_part p
    join courseware.package k on k.company_id = p.company_id and k.version_id = p.version_id
    where p.company_id = ${db.companyId}
      and p.version_id = ${versionId}
      and p.number = ${number}`
}

const judgedPartRow = partRow.pick({ standard: true, masteryScore: true }).extend({ isAsset: z.boolean() })
export type PackagePart = z.output<typeof judgedPartRow>

/** What a part is judged by. Undefined: the package has no such part. */
export function packagePart(db: Db, versionId: string, number: number): Promise<PackagePart | undefined> {
  return findOne(db, judgedPartRow)`
    select p.mastery_score as "masteryScore", p.is_asset as "isAsset", k.standard
    from courseware.package_part p
    join courseware.package k on k.company_id = p.company_id and k.version_id = p.version_id
    where p.company_id = ${db.companyId}
      and p.version_id = ${versionId}
      and p.number = ${number}`
}

const shownPartRow = z.object({ standard: z.enum(['1.2', '2004']), number: z.int(), title: z.string(), href: z.string() })

export async function selectParts(db: Db, versionId: string) {
  return rowsOf(db, shownPartRow)`
    select k.standard, p.number, p.title, p.href
    from courseware.package_part p
    join courseware.package k on k.company_id = p.company_id and k.version_id = p.version_id
    where p.company_id = ${db.companyId}
      and p.version_id = ${versionId}
    order by p.number`
}
