/** What courses lead to, straight as rows, for tests. */
import { randomUUID } from 'node:crypto'

interface Owner {
  readonly rows: (text: string, values: unknown[]) => Promise<unknown>
}

/** A courseware with one version, usable as it is unless it says otherwise. */
export async function arrangeCourseware(
  owner: Owner,
  companyId: string,
  { title = '安全生产法解读', type = 2, transStatus = 2, lengthSeconds = 90 } = {},
): Promise<string> {
  const [coursewareId, versionId] = [randomUUID(), randomUUID()]
  await owner.rows('insert into courseware.courseware (company_id, id, title, type) values ($1, $2, $3, $4)', [
    companyId,
    coursewareId,
    title,
    type,
  ])
  await owner.rows(
    `insert into courseware.version (company_id, id, courseware_id, number, trans_status, length_seconds) values ($1, $2, $3, 1, $4, $5)`,
    [companyId, versionId, coursewareId, transStatus, lengthSeconds],
  )
  await owner.rows('update courseware.courseware set version_id = $3, latest_id = $3 where company_id = $1 and id = $2', [
    companyId,
    coursewareId,
    versionId,
  ])
  return coursewareId
}
