/** Where knowledge points are taught: for rooms above that look for what somebody should learn. */
import { id } from '@kaopei/contract'
import { type Db, rowsOf } from '@kaopei/server'
import { z } from 'zod'

const courseRow = z.object({
  id,
  name: z.string(),
  /** Of the points asked about. */
  pointIds: z.array(id),
  coursewareNames: z.array(z.string()),
})

/** Courses on the shelf whose published outline has coursewares of the company with some of the points; those with most points first. */
export async function coursesOfPoints(db: Db, pointIds: readonly string[]) {
  if (pointIds.length === 0) return []
  return rowsOf(db, courseRow)`
    select c.id, c.name, array_agg(distinct k.point_id order by k.point_id) as "pointIds",
      array_agg(distinct w.title order by w.title) as "coursewareNames"
    from course.course c
    join course.task t on t.company_id = c.company_id and t.version_id = c.published_id and t.kind = 'courseware'
      and coalesce(t.target_company_id, t.company_id) = t.company_id
    join courseware.courseware w on w.company_id = t.company_id and w.id = t.target_id and w.removed_at is null
    join courseware.knowledge_point k on k.company_id = w.company_id and k.courseware_id = w.id
    where c.company_id = ${db.companyId}
      and c.status = 1
      and c.removed_at is null
      and k.point_id = any(${pointIds}::uuid[])
    group by c.id, c.name
    order by count(distinct k.point_id) desc, c.name, c.id
    limit 100`
}

const looseRow = z.object({ title: z.string(), pointIds: z.array(id) })

/** Coursewares with some of the points that stand in no course on the shelf. */
export async function coursewaresOutsideCourses(db: Db, pointIds: readonly string[]) {
  if (pointIds.length === 0) return []
  return rowsOf(db, looseRow)`
    select w.title, array_agg(k.point_id order by k.point_id) as "pointIds"
    from courseware.knowledge_point k
    join courseware.courseware w on w.company_id = k.company_id and w.id = k.courseware_id and w.removed_at is null
    where k.company_id = ${db.companyId}
      and k.point_id = any(${pointIds}::uuid[])
      and not exists (
        select from course.task t
        join course.course c on c.company_id = t.company_id and c.published_id = t.version_id and c.status = 1 and c.removed_at is null
        where t.company_id = w.company_id and t.kind = 'courseware' and t.target_id = w.id
      )
    group by w.id, w.title
    order by w.title, w.id
    limit 20`
}
