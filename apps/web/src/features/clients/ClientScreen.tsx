export function Component() {
  return <h1>ClientScreen</h1>;
}
