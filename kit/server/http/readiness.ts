import type pg from 'pg'

const keptMs = 1000

/**
 * Whether the database takes writes, by writing: one that only reads (no room left, a standby) answers every other question well. Asked at
 * most once a second, however many ask.
 */
export function readiness(pool: pg.Pool): () => Promise<boolean> {
  let asked = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) }
  return () => {
    if (performance.now() - asked.at >= keptMs) asked = { at: performance.now(), answer: mayWrite(pool) }
    return asked.answer
  }
}

async function mayWrite(pool: pg.Pool): Promise<boolean> {
  try {
    const { rowCount } = await pool.query('update kit.readiness set at = now()')
    return rowCount === 1
  } catch {
    return false
  }
}
