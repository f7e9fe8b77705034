import { useEffect, useState } from 'react'

const restMs = 400

/** A value once its typing has rested, so that not every key press asks the server. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // A timer is no part of drawing; the text tells a new value from a new object of the same value.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
