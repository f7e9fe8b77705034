import { changesOf, type Db } from '@kaopei/server'
import type { MadePackage } from '../conversion/made.ts'

export async function insertPackage(db: Db, versionId: string, { standard, title, parts, entries }: MadePackage): Promise<void> {
  const unpackedBytes = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  await changesOf(db)`
    insert into courseware.package (company_id, version_id, standard, title, entry_count, unpacked_bytes)
    values (${db.companyId}, ${versionId}, ${standard}, ${title}, ${entries.length}, ${unpackedBytes})`
  await changesOf(db)`
    insert into courseware.package_part (
      company_id, version_id, number, identifier, title, href, mastery_score, is_asset, launch_data, run_time
    )
    select ${db.companyId}, ${versionId}, p.number, p.identifier, p.title, p.href, p."masteryScore", p."isAsset", p."launchData", p."runTime"
    from rows from (
      jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as (
        identifier text, title text, href text, "masteryScore" integer, "isAsset" boolean, "launchData" text, "runTime" jsonb
      )
    ) with ordinality as p (identifier, title, href, "masteryScore", "isAsset", "launchData", "runTime", number)`
  await changesOf(db)`
    insert into courseware.package_entry (company_id, version_id, path, first_byte, stored_bytes, size_bytes, method, crc32)
    select ${db.companyId}, ${versionId}, e.path, e."firstByte", e."storedBytes", e."sizeBytes", e.method, e.crc32
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (
      path text, "firstByte" bigint, "storedBytes" bigint, "sizeBytes" bigint, method smallint, crc32 bigint
    )`
}
