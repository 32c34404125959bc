import './spinner.css';

/** Shows that something goes on; what goes on is said in words beside it. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
