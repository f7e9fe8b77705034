/** For tests: skills and models straight as rows. */
import { randomUUID } from 'node:crypto'
import type { World } from '@kaopei/server/testing'

/** Skills at the top, all levels described. */
export async function arrangeSkills<const Names extends readonly string[]>(
  world: World,
  companyId: string,
  names: Names,
): Promise<{ readonly [At in keyof Names]: string }> {
  const ids = names.map(() => randomUUID())
  await world.rows(
    `insert into skill.skill (company_id, id, name, sort) select $1, * from unnest($2::uuid[], $3::text[], $4::int[])`,
    [companyId, ids, [...names], names.map((_, at) => at * 10)],
  )
  await world.rows(
    `insert into skill.skill_level (company_id, skill_id, level, name, behaviour)
     select $1, s.id, l.level, l.level || '级', '能' || s.name || l.level
     from unnest($2::uuid[], $3::text[]) as s (id, name), generate_series(1, 5) as l (level)`,
    [companyId, ids, [...names]],
  )
  return ids as unknown as { readonly [At in keyof Names]: string } // as many as there are names
}

interface ModelSkill {
  readonly skillId: string
  readonly requiredLevel: number
  readonly weight: number
  readonly isKey?: boolean
}

/** A post of the company with a first model. */
export async function arrangePost(
  world: World,
  companyId: string,
  { name, skills }: { readonly name: string; readonly skills: readonly ModelSkill[] },
): Promise<{ readonly postId: string; readonly versionId: string }> {
  const [postId, versionId] = [randomUUID(), randomUUID()]
  await world.rows('insert into org.post (company_id, id, name) values ($1, $2, $3)', [companyId, postId, name])
  await world.rows('insert into skill.post_model (company_id, post_id, version_id, number) values ($1, $2, $3, 1)', [
    companyId,
    postId,
    versionId,
  ])
  await world.rows('insert into skill.post_model_version (company_id, id, post_id, number) values ($1, $2, $3, 1)', [
    companyId,
    versionId,
    postId,
  ])
  await world.rows(
    `insert into skill.post_model_skill (company_id, version_id, skill_id, required_level, weight, is_key)
     select $1, $2, n."skillId", n."requiredLevel", n.weight, coalesce(n."isKey", false)
     from jsonb_to_recordset($3::jsonb) as n ("skillId" uuid, "requiredLevel" smallint, weight smallint, "isKey" boolean)`,
    [companyId, versionId, JSON.stringify(skills)],
  )
  return { postId, versionId }
}
