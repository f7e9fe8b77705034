/** Where knowledge points are taught: for rooms above that look for what somebody should learn. */
import { id } from '@kaopei/contract'
import { coursewaresOfPoints } from '@kaopei/courseware/server'
import { type Db, lit, rowsOf } from '@kaopei/server'
import { z } from 'zod'
import { courseStatus } from '../contract/codes.ts'

const placedRow = z.object({ id, name: z.string(), coursewareIds: z.array(id) })

/** Of these coursewares of the company's own the courses on the shelf whose published outline has them. */
function coursesOfCoursewares(db: Db, coursewareIds: readonly string[]) {
  return rowsOf(db, placedRow)`
    select c.id, c.name, array_agg(distinct t.target_id) as "coursewareIds"
    from course.task t
    join course.course c on c.company_id = t.company_id and c.published_id = t.version_id and c.status = ${lit(courseStatus.shelved)} and c.removed_at is null
    where t.company_id = ${db.companyId}
      and t.kind = 'courseware'
      and t.target_id = any(${coursewareIds}::uuid[])
      and coalesce(t.target_company_id, t.company_id) = t.company_id
    group by c.id, c.name
    order by c.name, c.id`
}

const mostCourses = 100

/** Courses that teach some of the points, the 100 with most points first, how many there are, and coursewares that do and stand in no course on the shelf. */
export async function coursesOfPoints(db: Db, pointIds: readonly string[]) {
  const coursewares = await coursewaresOfPoints(db, pointIds)
  const placed = await coursesOfCoursewares(
    db,
    coursewares.map((one) => one.id),
  )
  const isPlaced = new Set(placed.flatMap(({ coursewareIds }) => coursewareIds))
  const courses = placed.map(({ id: courseId, name, coursewareIds }) => {
    const taught = coursewares.filter((one) => coursewareIds.includes(one.id))
    return {
      ...{ id: courseId, name, coursewareNames: taught.map(({ title }) => title) },
      pointIds: [...new Set(taught.flatMap((one) => one.pointIds))].toSorted(),
    }
  })
  return {
    courseCount: courses.length,
    courses: courses.toSorted((a, b) => b.pointIds.length - a.pointIds.length).slice(0, mostCourses),
    outside: coursewares.filter((one) => !isPlaced.has(one.id)),
  }
}
